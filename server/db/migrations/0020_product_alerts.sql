-- Alerts of shoppers: a group of the product opens or is 80 % full. The row is deleted when the notification is written.
create table product_alerts (
  product_id uuid not null references products (id),
  user_id uuid not null references users (id),
  -- A group that was almost full when the alert was set. The alert ignores it.
  except_group uuid references groups (id),
  created_at timestamptz not null default app_now(),
  primary key (product_id, user_id)
);
create index product_alerts_user on product_alerts (user_id);
