-- A passkey is a second factor beside the authenticator: of it the shop has the public half only.
create table operator_passkeys (
  id uuid primary key default gen_random_uuid(),
  name text not null references operators (name) on delete cascade,
  -- As the browser has it, in base64url.
  credential_id text not null unique,
  label text not null,
  public_key bytea not null,
  -- How often the key has signed, where it counts. One that goes back was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index operator_passkeys_name on operator_passkeys (name);

-- What a passkey is asked to sign: once, within minutes, by one person, for one thing.
create table operator_challenges (
  challenge text primary key,
  name text not null references operators (name) on delete cascade,
  purpose text not null check (purpose in ('add', 'sign-in')),
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index operator_challenges_name on operator_challenges (name);

-- Whoever has a passkey may do without an authenticator.
alter table operators
  drop constraint operators_enrolled_check,
  add constraint operators_enrolled_check check (enrolled_at is null or password_hash is not null);

-- By what somebody knows their own sessions apart.
alter table operator_sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text,
  add column last_seen_at timestamptz not null default now();
