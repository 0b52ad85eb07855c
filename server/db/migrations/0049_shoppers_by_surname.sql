-- Likewise by the last word of it, which people give first.
create index concurrently users_surname_start on users (lower(regexp_replace(name, '^.*\s', '')) text_pattern_ops)
  where deleted_at is null;
