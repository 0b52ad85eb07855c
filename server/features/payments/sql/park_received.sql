-- Books received money in suspense and creates an item with a due time, because only an operator can decide about it.
-- The transaction may belong to no payment of this shop.
create or replace function park_received(p_tx provider_transactions, p_note text) returns void
language plpgsql as $$
begin
  if p_tx.amount_kobo > 0 then
    perform post_ledger('unmatched', p_tx.tx_id, 'UNMATCHED', 'Transaction ' || p_tx.tx_id,
      jsonb_build_object('reference', p_tx.reference, 'currency', p_tx.currency), 'system',
      array[account_in(p_tx.account, p_tx.currency), account_in('suspense', p_tx.currency)], array[-p_tx.amount_kobo, p_tx.amount_kobo]);
  end if;
  update provider_transactions set outcome = 'review', settled_at = app_now() where tx_id = p_tx.tx_id;
  insert into recon_items (day, kind, reference, theirs, note)
    values (app_now()::date, 'review', p_tx.tx_id, to_jsonb(p_tx), p_note)
    on conflict (kind, reference) do nothing;
end
$$;
