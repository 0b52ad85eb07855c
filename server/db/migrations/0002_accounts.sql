-- Accounts, sessions, recovery, and the phones that get messages.

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
  -- An operator has locked the shopper out.
  locked_at timestamptz,
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
-- Each instance asks every few seconds which sessions have ended lately.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

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
  created_at timestamptz not null default now(),
  -- A spent one answers its own repetition, whose first answer was lost. Bounded, so that whoever finds a spent one
  -- cannot try passwords with it.
  repeats integer not null default 0 check (repeats between 0 and 20)
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
  created_at timestamptz not null default now(),
  -- As of a reset token.
  repeats integer not null default 0 check (repeats between 0 and 20)
);
create index temp_keys_user on temp_keys (user_id, created_at desc);

create table push_subscriptions (
  endpoint text primary key,
  user_id uuid not null references users (id),
  keys jsonb not null,
  failed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- A phone gets messages for as long as the session that asked for them lives.
  session_id uuid references sessions (id) on delete cascade,
  -- A phone that cannot be reached any more is dropped. failed_at is the first failure since the last message that
  -- arrived, failures how many there were.
  failures integer not null default 0
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- A session that is signed out, revoked or belongs to a deleted account loses its sockets on every instance, and the
-- messages to its phone. A subscription without a session goes with any of its owner's.
create function tell_session_ended() returns trigger
language plpgsql as $$
begin
  delete from push_subscriptions
    where session_id = new.id or (session_id is null and user_id = new.user_id);
  perform pg_notify('session_ended', new.id::text);
  return null;
end
$$;
create trigger sessions_ended after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_session_ended();
