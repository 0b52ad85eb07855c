-- The audit log is searched by the words of its reasons.
create index concurrently audit_log_reason on audit_log using gin (to_tsvector('simple', reason)) where reason is not null;
