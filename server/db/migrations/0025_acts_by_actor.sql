-- What an operator has moved alone since yesterday is summed before each further sum.
create index audit_log_actor on audit_log (actor, created_at);
