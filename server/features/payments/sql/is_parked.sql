-- Returns true while the money that was booked in suspense for this transaction is still there. It leaves suspense only
-- once, to a wallet or back to the card, so whoever moves it locks the transaction's row first.
create or replace function is_parked(p_tx_id text) returns boolean
language sql stable as $$
  select exists (select from ledger_tx where kind = 'unmatched' and ref = p_tx_id)
    and not exists (select from ledger_tx
                    where kind in ('review_release', 'review_return') and ref = p_tx_id)
$$;
