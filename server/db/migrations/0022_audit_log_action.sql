-- The audit log is searched by what was done, the newest first.
create index concurrently audit_log_action on audit_log (action, created_at, id);
