-- Carts, payment attempts, what the provider reported about them, and how its lists were reconciled with ours.

create table carts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  status text not null default 'open' check (status in ('open', 'consumed')),
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index carts_one_open on carts (user_id) where status = 'open';

create table cart_items (
  id bigint generated always as identity primary key,
  cart_id uuid not null references carts (id) on delete cascade,
  product_id uuid not null references products (id),
  -- 'solo' is a purchase alone at the standard price; null joins a group.
  variant text,
  unit_name text,
  quantity integer not null check (quantity between 1 and 999),
  created_at timestamptz not null default app_now(),
  unique nulls not distinct (cart_id, product_id, variant, unit_name)
);

create table payments (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^gb-[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id uuid not null references users (id),
  cart_id uuid not null references carts (id),
  cart_version integer not null,
  intent_hash text not null,
  -- The Idempotency-Key the attempt was made with.
  attempt_key uuid,
  method text not null check (method in ('wallet_only', 'wallet_and_flutterwave', 'flutterwave_only')),
  total_kobo bigint not null check (total_kobo > 0),
  wallet_kobo bigint not null check (wallet_kobo >= 0),
  card_kobo bigint not null check (card_kobo >= 0),
  delivery jsonb not null,
  phone text not null,
  centre_id uuid not null references pickup_centres (id),
  status text not null default 'created' check (status in
    ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'expired', 'superseded', 'review')),
  -- What became of the money. The status is final for the attempt only: money may still arrive.
  outcome text check (outcome in ('ordered', 'wallet_credited', 'review')),
  settled_at timestamptz,
  authorization_url text,
  provider_tx_id text unique,
  received_kobo bigint,
  session_expires_at timestamptz,
  next_poll_at timestamptz,
  polls integer not null default 0,
  last_verified_at timestamptz,
  failure text,
  callback_url text,
  cancel_url text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check (wallet_kobo + card_kobo = total_kobo),
  check ((outcome is null) = (settled_at is null)),
  check ((method = 'wallet_only') = (card_kobo = 0)),
  check ((method = 'flutterwave_only') = (wallet_kobo = 0))
) with (fillfactor = 80);
create unique index payments_one_order_per_cart on payments (cart_id) where outcome = 'ordered';
create unique index payments_one_live on payments (user_id) where status in ('created', 'pending');
create index payments_user on payments (user_id, created_at desc);
create index payments_cart on payments (cart_id);
create index payments_created on payments (created_at);
create index payments_live_expiry on payments (session_expires_at) where status in ('created', 'pending');
create index payments_poll on payments (next_poll_at) where next_poll_at is not null and outcome is null;
-- A settled card payment is polled again, because somebody may pay twice on one card page.
create index payments_paid_poll on payments (next_poll_at)
  where next_poll_at is not null and outcome is not null and method <> 'wallet_only';
create index payments_attempt_key on payments (attempt_key) where attempt_key is not null;
-- Addresses that retention will erase.
create index payments_with_address on payments (created_at) where delivery <> '{}';

create table payment_lines (
  payment_id uuid not null references payments (id),
  line_no integer not null,
  product_id uuid not null references products (id),
  -- The group shown to the shopper when the payment began; null when none was open.
  group_id uuid,
  mode text not null check (mode in ('group', 'solo')),
  variant text,
  unit_name text,
  base_unit_qty integer not null check (base_unit_qty > 0),
  quantity integer not null check (quantity between 1 and 999),
  unit_price_kobo bigint not null check (unit_price_kobo > 0),
  line_total_kobo bigint not null generated always as (unit_price_kobo * quantity) stored,
  created_at timestamptz not null default app_now(),
  primary key (payment_id, line_no)
);
create index payment_lines_group on payment_lines (group_id) where group_id is not null;

-- What a card payment under way reserves of a wallet.
create table wallet_holds (
  payment_id uuid primary key references payments (id),
  user_id uuid not null references users (id),
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'held' check (status in ('held', 'captured', 'released')),
  resolved_at timestamptz,
  created_at timestamptz not null default app_now(),
  check ((status = 'held') = (resolved_at is null))
);
create unique index wallet_holds_one_live on wallet_holds (user_id) where status = 'held';
create index wallet_holds_resolved on wallet_holds (resolved_at) where resolved_at is not null;

-- One reference may have several: a declined try, a double payment. The provider's ids are text, in its own form.
create table provider_transactions (
  tx_id text primary key,
  reference text not null,
  -- The ledger account of the provider that took the money.
  account text not null,
  status text not null check (status in ('successful', 'failed', 'pending')),
  amount_kobo bigint not null,
  currency text not null,
  outcome text check (outcome in ('ordered', 'wallet_credited', 'review')),
  seen_at timestamptz not null default app_now(),
  settled_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index provider_transactions_reference on provider_transactions (reference);
create index provider_transactions_seen on provider_transactions (seen_at);
create index provider_transactions_open on provider_transactions (seen_at) where outcome is null;
create index provider_transactions_settled on provider_transactions (settled_at);

create table provider_events (
  id bigint generated always as identity primary key,
  provider text not null,
  dedupe_key text not null unique,
  headers_ok boolean not null,
  body jsonb not null,
  reference text,
  processed_at timestamptz,
  result text,
  created_at timestamptz not null default app_now()
);
create index provider_events_waiting on provider_events (id) where processed_at is null;
create index provider_events_created on provider_events (created_at);
create index provider_events_reference on provider_events (reference) where reference is not null;
-- Bodies that retention will erase.
create index provider_events_with_body on provider_events (created_at) where body <> '{}';

create table recon_runs (
  id bigint generated always as identity primary key,
  day date not null,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  totals jsonb not null default '{}',
  -- Every day up to this one had a finished run when this run ended: the search for a missed day begins after it.
  done_through date,
  created_at timestamptz not null default app_now()
);
create index recon_runs_day on recon_runs (day);
create index recon_runs_done_through on recon_runs (done_through) where done_through is not null;

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
create index recon_items_resolved on recon_items (resolved_at) where resolved_at is not null;
-- The console lists all of them, the soonest due first.
create index recon_items_due on recon_items (due_at, id);
