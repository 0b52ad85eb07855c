-- The most base units that one person may have in one group of a product; null: no limit.
alter table products add column max_units_per_person integer check (max_units_per_person > 0);
