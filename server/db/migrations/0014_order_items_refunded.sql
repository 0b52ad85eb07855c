-- The console lists the orders of which something was paid back.
create index concurrently order_items_refunded on order_items (created_at, order_id) where refunded_kobo > 0;
