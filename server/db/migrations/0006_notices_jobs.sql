-- Referrals, notices, the outbox and what the jobs and operators leave behind.

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

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  dedupe_key text not null,
  type text not null check (type in ('success', 'error', 'warning', 'info', 'loading')),
  category text not null check (category in
    ('payment', 'group_buy', 'referral', 'wallet', 'cart', 'system', 'order')),
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  read_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (user_id, dedupe_key)
);
create index notifications_kept on notifications (user_id, created_at desc) where deleted_at is null;

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
create index outbox_done on outbox (done_at) where done_at is not null;

create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  created_at timestamptz not null default app_now()
);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_change();
revoke update, delete, truncate on audit_log from current_user;

create table recon_runs (
  id bigint generated always as identity primary key,
  day date not null,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  totals jsonb not null default '{}',
  created_at timestamptz not null default app_now()
);

create table recon_items (
  id bigint generated always as identity primary key,
  run_id bigint references recon_runs (id),
  day date not null,
  kind text not null,
  reference text not null,
  ours jsonb,
  theirs jsonb,
  status text not null default 'open' check (status in ('open', 'resolved')),
  note text,
  due_at timestamptz not null default app_now() + interval '24 hours',
  resolved_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (kind, reference)
);
create index recon_items_open on recon_items (due_at) where status = 'open';

create table refunds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  provider_tx_id bigint not null references provider_transactions (tx_id),
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'asked' check (status in ('asked', 'sent', 'done', 'failed', 'unknown')),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

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
