-- review_return: parked money, of any currency, was given back at the provider. Answers the amount; null when nothing
-- (is left that) lies in suspense.
create or replace function return_review(p_tx_id text, p_actor text) returns bigint
language plpgsql as $$
declare
  v_tx provider_transactions;
begin
  select * into v_tx from provider_transactions
    where tx_id = p_tx_id and outcome = 'review' for no key update;
  if not found or not is_parked(p_tx_id) then
    return null;
  end if;
  perform post_ledger('review_return', p_tx_id, 'REFUND', 'Given back at the provider: ' || p_tx_id,
    jsonb_build_object('reference', v_tx.reference, 'currency', v_tx.currency), p_actor,
    array['suspense', v_tx.account], array[-v_tx.amount_kobo, v_tx.amount_kobo]);
  update recon_items set status = 'resolved', resolved_at = app_now()
    where kind = 'review' and reference = p_tx_id and status = 'open';
  return v_tx.amount_kobo;
end
$$;
