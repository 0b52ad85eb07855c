-- An operator finds a shopper by the beginning of the name, with any accents or none.
create index concurrently users_folded_name on users (fold_text(name) text_pattern_ops) where deleted_at is null;
