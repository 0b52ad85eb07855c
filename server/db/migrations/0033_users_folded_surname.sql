-- Many people give the last word of their name first.
create index concurrently users_folded_surname on users (regexp_replace(fold_text(name), '^.*\s', '') text_pattern_ops)
  where deleted_at is null;
