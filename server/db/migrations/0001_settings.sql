-- What all other tables are made with: e-mail addresses, the shop's clock and rows that stay as they were written.
-- Then what every request needs: settings, stored answers and rate limits.
-- Everything is in the schema that comes first on the search path. No statement names a schema.

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
-- In PL/pgSQL, which a connection plans once: a purchase calls it some thirty times, mostly as a column's default.
create function app_now() returns timestamptz
language plpgsql stable as $$
begin
  return now() + coalesce(
    (select (value #>> '{}')::double precision from settings where key = 'clock_offset'), 0
  ) * interval '1 millisecond';
end
$$;

-- For the triggers of append-only tables.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The answer to a request with an Idempotency-Key, for the same request sent again.
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

-- Unlogged: losing a limit does no harm, and a logged write on every request would cost too much.
create unlogged table rate_limits (
  bucket text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index rate_limits_refilled on rate_limits (refilled_at);
