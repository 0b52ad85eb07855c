-- Accounts, sessions, recovery and the plumbing of requests (settings, stored answers, rate limits).
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

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  -- Erased (null) when an account is deleted; orders and ledger stay under the id as a pseudonym.
  email email_address unique,
  phone text unique check (phone ~ '^\+234[0-9]{10}$'),
  password_hash text not null,
  recovery_key_hash text not null,
  referral_code text not null unique check (referral_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  referred_by uuid references users (id) check (referred_by <> id),
  platform text,
  social_proof boolean not null default true,
  signup_key uuid,
  deleted_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (deleted_at is not null or (email is not null and phone is not null))
);
create index users_referred_by on users (referred_by) where referred_by is not null;
create index users_signup_key on users (signup_key) where signup_key is not null;

create table recovery_locks (
  email email_address primary key,
  misses integer not null default 0,
  locks integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

-- Sessions, tokens, key leases and limits run on real time, never on the movable clock.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  absolute_expires_at timestamptz not null default now() + interval '90 days',
  revoked_at timestamptz,
  user_agent text,
  ip text
);
create index sessions_user on sessions (user_id);

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  generation integer not null,
  expires_at timestamptz not null default now() + interval '30 days',
  rotated_at timestamptz,
  -- First presentation of this token; the grace of its predecessor runs from here.
  presented_at timestamptz,
  created_at timestamptz not null default now(),
  unique (session_id, generation)
);

create table reset_tokens (
  hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table recovery_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id),
  email email_address not null,
  phone text not null,
  reason text not null,
  phone_matches boolean not null default false,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_at timestamptz,
  note text,
  created_at timestamptz not null default app_now()
);
create unique index recovery_requests_one_open on recovery_requests (user_id) where status = 'open';

create table temp_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  hash text not null,
  request_id uuid references recovery_requests (id),
  expires_at timestamptz not null default now() + interval '24 hours',
  attempts integer not null default 0 check (attempts between 0 and 5),
  used_at timestamptz,
  issued_by text not null,
  created_at timestamptz not null default now()
);
create index temp_keys_user on temp_keys (user_id, created_at desc);

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

create table push_subscriptions (
  endpoint text primary key,
  user_id uuid not null references users (id),
  keys jsonb not null,
  failed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- A lost limit harms nobody, a logged write on every request would.
create unlogged table rate_limits (
  bucket text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index rate_limits_refilled on rate_limits (refilled_at);
