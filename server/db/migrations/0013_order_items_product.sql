-- The console lists the orders of a product.
create index concurrently order_items_product on order_items (product_id, created_at, order_id);
