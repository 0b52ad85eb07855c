-- The console lists the orders of a pickup centre.
create index concurrently orders_centre on orders (centre_id, created_at, id);
