-- What is owed is looked for among these alone: without it, among all that was ever bought.
create index concurrently order_items_uncollected on order_items (group_id, id)
  where collected_at is null and refunded_kobo < paid_kobo;
