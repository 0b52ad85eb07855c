-- Accounts, sessions and recovery. Sessions, tokens, key leases and limits use real time, never the movable clock.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  -- E-mail and phone are erased (null) when an account is deleted; orders and ledger keep the id as a pseudonym.
  email email_address unique,
  phone text unique check (phone ~ '^\+234[0-9]{10}$'),
  password_hash text not null,
  recovery_key_hash text not null,
  referral_code text not null unique check (referral_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  referred_by uuid references users (id) check (referred_by <> id),
  platform text,
  social_proof boolean not null default true,
  signup_key uuid,
  -- Set while an operator locks the shopper out.
  locked_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (deleted_at is not null or (email is not null and phone is not null))
);
create index users_referred_by on users (referred_by) where referred_by is not null;
create index users_signup_key on users (signup_key) where signup_key is not null;
create index users_created on users (created_at);
-- The console lists all shoppers, the newest first, and those who are locked out.
create index users_newest on users (created_at, id) where deleted_at is null;
create index users_locked on users (created_at, id) where locked_at is not null;
-- An operator finds a shopper by the beginning of the name, with any accents or none, or of its last word, which many
-- people give first.
create index users_folded_name on users (fold_text(name) text_pattern_ops) where deleted_at is null;
create index users_folded_surname on users (regexp_replace(fold_text(name), '^.*\s', '') text_pattern_ops)
  where deleted_at is null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  absolute_expires_at timestamptz not null default now() + interval '90 days',
  revoked_at timestamptz,
  user_agent text,
  ip text,
  created_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
-- Each instance reads every few seconds which sessions have ended lately.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_expiry on sessions (absolute_expires_at);
create index sessions_to_blank on sessions (least(revoked_at, absolute_expires_at))
  where ip is not null or user_agent is not null;

-- A session that is signed out, revoked or belongs to a deleted account loses its sockets on every instance, and the
-- push messages to its phone.
create function tell_session_ended() returns trigger
language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  perform pg_notify('session_ended', new.id::text);
  return null;
end
$$;
create trigger sessions_ended after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_session_ended();

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  generation integer not null,
  expires_at timestamptz not null default now() + interval '30 days',
  rotated_at timestamptz,
  -- First presentation of this token; the grace of its predecessor runs from here.
  presented_at timestamptz,
  -- The kind of browser that presented it first. A stolen copy usually comes from another kind.
  presented_from text,
  created_at timestamptz not null default now(),
  unique (session_id, generation)
);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table reset_tokens (
  hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz,
  -- A used token answers a repetition whose first answer was lost. Bounded, so that a used token that is found cannot
  -- serve to try passwords.
  repeats integer not null default 0 check (repeats between 0 and 20),
  created_at timestamptz not null default now()
);
create index reset_tokens_expiry on reset_tokens (expires_at);

create table recovery_locks (
  email email_address primary key,
  misses integer not null default 0,
  locks integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);
create index recovery_locks_age on recovery_locks (coalesce(locked_until, created_at));

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
-- An open request of an unknown e-mail is found as quickly as one of a known e-mail, however many there are.
create index recovery_requests_strangers on recovery_requests (email) where status = 'open' and user_id is null;

create table temp_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  hash text not null,
  request_id uuid references recovery_requests (id),
  expires_at timestamptz not null default now() + interval '24 hours',
  attempts integer not null default 0 check (attempts between 0 and 5),
  used_at timestamptz,
  -- Bounded for the reason given at reset_tokens.
  repeats integer not null default 0 check (repeats between 0 and 20),
  issued_by text not null,
  created_at timestamptz not null default now()
);
create index temp_keys_user on temp_keys (user_id, created_at desc);
create index temp_keys_expiry on temp_keys (expires_at);

-- Sign-ins, failed attempts and changes of an account's safety. One row for each kind of event, account, address and
-- hour: a flood of guesses is one row that counts. user_id is null where there is no account. It has no foreign key, so
-- that a known and an unknown account cost the same.
create table security_events (
  user_id uuid,
  event text not null,
  -- HMAC of the address under the server's key: an address is recognised again but cannot be read.
  address text not null,
  hour timestamptz not null default date_trunc('hour', now()),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  unique nulls not distinct (user_id, event, address, hour)
);
create index security_events_age on security_events (hour);
-- The list of operators counts the wrong secrets of each one without reading everybody's events.
create index security_events_operator on security_events (address) where event = 'operator_refused';
