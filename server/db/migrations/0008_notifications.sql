-- What a shopper is told.

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
