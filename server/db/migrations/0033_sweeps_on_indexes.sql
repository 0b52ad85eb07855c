-- What is due to go is found without reading what stays.
create index refresh_tokens_expiry on refresh_tokens (expires_at);
create index reset_tokens_expiry on reset_tokens (expires_at);
create index temp_keys_expiry on temp_keys (expires_at);
create index recovery_locks_age on recovery_locks (coalesce(locked_until, created_at));
create index sessions_expiry on sessions (absolute_expires_at);
create index sessions_to_blank on sessions (least(revoked_at, absolute_expires_at))
  where ip is not null or user_agent is not null;
create index provider_events_with_body on provider_events (created_at) where body <> '{}';
create index provider_events_reference on provider_events (reference) where reference is not null;
create index orders_with_address on orders (created_at) where delivery <> '{}';
create index payments_with_address on payments (created_at) where delivery <> '{}';
create index notifications_created on notifications (created_at);
create index recon_runs_day on recon_runs (day);
create index provider_transactions_settled on provider_transactions (settled_at);
