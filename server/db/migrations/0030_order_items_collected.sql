-- The sheet of a day counts the goods that were handed out on it.
create index concurrently order_items_collected on order_items (collected_at) where collected_at is not null;
