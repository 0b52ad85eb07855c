-- Who wants to be told when a group of a product opens or is 80 % full. A row goes once its shopper is told.
create table product_alerts (
  product_id uuid not null references products (id),
  user_id uuid not null references users (id),
  -- An open group that was that full already: it is not told of.
  except_group uuid references groups (id),
  created_at timestamptz not null default app_now(),
  primary key (product_id, user_id)
);
create index product_alerts_user on product_alerts (user_id);
