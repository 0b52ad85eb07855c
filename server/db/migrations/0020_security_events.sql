-- Who signed in, who tried, what changed about the safety of an account. One row for each kind of event, account,
-- address and hour: a flood of guesses is one row that counts. user_id null: no such account, or nobody's. It names no
-- user by a constraint, so that a known and an unknown account cost the same.
create table security_events (
  user_id uuid,
  event text not null,
  -- HMAC of the address under the server's key: the same address is seen again, none can be read.
  address text not null,
  hour timestamptz not null default date_trunc('hour', now()),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  unique nulls not distinct (user_id, event, address, hour)
);
create index security_events_age on security_events (hour);
