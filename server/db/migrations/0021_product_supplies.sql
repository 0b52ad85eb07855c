-- From whom and at what cost the shop buys a product. The last row of a product holds; a change adds a row, so that the
-- margin of a past month keeps the costs of its time. No statement for shoppers reads this table.
create table product_supplies (
  product_id uuid not null references products (id) on delete cascade,
  since timestamptz not null default clock_timestamp() + (app_now() - now()),
  supplier text not null default '',
  -- What `base_units` cost: like the prices, of the largest selling unit. Null: not known.
  cost_kobo bigint check (cost_kobo > 0),
  base_units integer not null check (base_units > 0),
  primary key (product_id, since)
);
