-- The console's people are the operators: a password and a second factor stand beside the secret of the command line,
-- which is what a person enrols with.
alter table operators
  add column password_hash text,
  -- Encrypted under the shop's operator key, bound to the name.
  add column totp_secret bytea,
  -- The last 30 seconds whose code was taken: none is taken twice.
  add column totp_step bigint,
  -- Set by the first code. Before it somebody may enrol again with their secret.
  add column enrolled_at timestamptz,
  add constraint operators_enrolled_check
    check (enrolled_at is null or (password_hash is not null and totp_secret is not null));

-- HMACs of codes for who lost their phone. Each works once.
create table operator_recovery_codes (
  name text not null references operators (name) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (name, hash)
);

-- Of the cookie only its SHA-256.
create table operator_sessions (
  hash bytea primary key,
  name text not null references operators (name) on delete cascade,
  ip text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours'
);
create index operator_sessions_name on operator_sessions (name);
