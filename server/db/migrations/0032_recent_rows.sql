-- What is new is found without reading what is old.
create index ledger_tx_created on ledger_tx (created_at);
create index ledger_tx_refunds on ledger_tx (split_part(ref, ':', 1)) where kind in ('group_refund', 'item_refund');
create index ledger_accounts_system on ledger_accounts (code) where kind = 'system';
create index users_created on users (created_at);
create index payments_created on payments (created_at);
create index payments_cart on payments (cart_id);
create index provider_transactions_seen on provider_transactions (seen_at);
create index provider_transactions_open on provider_transactions (seen_at) where outcome is null;
create index group_history_created on group_history (created_at);
create index referrals_qualified on referrals (qualified_at) where qualified_at is not null;
create index referrals_reversed on referrals (reversed_at) where reversed_at is not null;
create index recon_items_resolved on recon_items (resolved_at) where resolved_at is not null;
create index provider_events_created on provider_events (created_at);
create index audit_log_target on audit_log (target);
