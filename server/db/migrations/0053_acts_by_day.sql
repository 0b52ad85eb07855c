-- What was done on a day, and the whole log page by page from its end.
create index concurrently audit_log_created on audit_log (created_at, id);
