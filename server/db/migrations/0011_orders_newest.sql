-- The console lists all orders, the newest first.
create index concurrently orders_newest on orders (created_at, id);
