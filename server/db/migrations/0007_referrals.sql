-- Who brought whom, and the rounds that were paid.

create table referrals (
  referee_id uuid primary key references users (id),
  referrer_id uuid not null references users (id),
  joined_at timestamptz not null default app_now(),
  qualified_at timestamptz,
  qualifying_item bigint references order_items (id),
  reversed_at timestamptz,
  -- Not empty: kept, but does not count until an operator clears it.
  flags text[] not null default '{}',
  created_at timestamptz not null default app_now(),
  check (referee_id <> referrer_id),
  check ((qualified_at is null) = (qualifying_item is null))
);
create index referrals_referrer on referrals (referrer_id, joined_at desc);

create table referral_rounds (
  referrer_id uuid not null references users (id),
  round_no integer not null check (round_no > 0),
  ledger_tx_id bigint not null unique references ledger_tx (id),
  created_at timestamptz not null default app_now(),
  primary key (referrer_id, round_no)
);
