-- What every room stands on: the clock, settings, stored answers, rate limits, the outbox and the jobs.
-- Everything lives in the schema that comes first on the search path; nothing names a schema.

-- citext may already be installed for the whole database, in whatever schema its owner chose. The domain
-- binds to it wherever it is, so the search path need not name that schema. Comparisons made without it on
-- the path are case-sensitive: callers lower-case an address first. Uniqueness never depends on that.
do $$
declare
  v_schema name;
begin
  -- Several schemas of one database may be migrated at once; creating an extension does not tolerate that.
  perform pg_advisory_xact_lock(hashtextextended('citext extension', 0));
  if not exists (select from pg_extension where extname = 'citext') then
    select coalesce((select nspname from pg_namespace where nspname = 'public'
                     and has_schema_privilege(nspname, 'create')), current_schema()) into v_schema;
    execute format('create extension citext with schema %I', v_schema);
  end if;
  select n.nspname into v_schema
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'citext';
  execute format('create domain email_address as %I.citext', v_schema);
end
$$;

-- Shared by all instances: secrets made once under a lock, and clock_offset (a jsonb number of milliseconds).
create table settings (
  key text primary key,
  value jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The shop's clock. An operator of a sandbox moves it by the stored offset, running processes included.
create function app_now() returns timestamptz
language sql stable
return now() + coalesce(
  (select (value #>> '{}')::double precision from settings where key = 'clock_offset'), 0
) * interval '1 millisecond';

-- For the triggers of tables whose rows stay as they were written.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create table idempotency_keys (
  scope text not null,
  key uuid not null,
  method text not null,
  path text not null,
  request_hash text not null,
  state text not null check (state in ('running', 'done')),
  locked_at timestamptz not null default clock_timestamp(),
  status_code integer,
  body jsonb,
  expires_at timestamptz not null default now() + interval '48 hours',
  created_at timestamptz not null default now(),
  primary key (scope, key),
  check (state = 'running' or status_code is not null)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- A lost limit harms nobody, a logged write on every request would.
create unlogged table rate_limits (
  bucket text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index rate_limits_refilled on rate_limits (refilled_at);

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  dedupe_key text not null unique,
  payload jsonb not null,
  attempts integer not null default 0,
  -- Real time: back-off must not depend on the movable clock.
  available_at timestamptz not null default now(),
  done_at timestamptz,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index outbox_waiting on outbox (available_at, id) where done_at is null and dead_at is null;
-- The jobs that lease rows look for one topic each, past whatever waits in the others.
create index outbox_topic_waiting on outbox (topic, available_at, id) where done_at is null and dead_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;

create table job_runs (
  job text primary key,
  started_at timestamptz,
  finished_at timestamptz,
  ok boolean,
  note text,
  runs bigint not null default 0,
  failures bigint not null default 0,
  created_at timestamptz not null default app_now()
);

-- Events above 8 kB travel between instances by this table (the socket adapter cleans it up itself).
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
