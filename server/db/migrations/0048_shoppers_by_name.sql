-- An operator finds a shopper by how their name begins.
create index concurrently users_name_start on users (lower(name) text_pattern_ops) where deleted_at is null;
