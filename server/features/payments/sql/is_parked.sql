-- Money leaves suspense by one of two ways, once: to a wallet, or back at the provider. Both lock the transaction's row.
--
-- Whether what settle parked for this transaction still lies in suspense.
create or replace function is_parked(p_tx_id text) returns boolean
language sql stable as $$
  select exists (select from ledger_tx where kind = 'unmatched' and ref = p_tx_id)
    and not exists (select from ledger_tx
                    where kind in ('review_release', 'review_return') and ref = p_tx_id)
$$;
