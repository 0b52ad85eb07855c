-- review_release: naira that settle parked in suspense become a shopper's. Answers the kobo given; null when the
-- shopper is gone, or there is nothing (left) of this transaction that a wallet could take.
create or replace function release_review(p_tx_id text, p_user_id uuid, p_actor text) returns bigint
language plpgsql as $$
declare
  v_tx provider_transactions;
begin
  perform 1 from users where id = p_user_id and deleted_at is null for no key update;
  if not found then
    return null;
  end if;
  select * into v_tx from provider_transactions
    where tx_id = p_tx_id and outcome = 'review' and currency = 'NGN' for no key update;
  if not found or not is_parked(p_tx_id) then
    return null;
  end if;
  update payments set status = 'succeeded', outcome = 'wallet_credited', updated_at = app_now()
    where reference = v_tx.reference and user_id = p_user_id and outcome = 'review';
  perform post_ledger('review_release', p_tx_id, 'REFUND', 'Payment ' || v_tx.reference,
    jsonb_build_object('reference', v_tx.reference), p_actor,
    array['suspense', 'wallet:' || p_user_id], array[-v_tx.amount_kobo, v_tx.amount_kobo]);
  insert into outbox (topic, dedupe_key, payload)
    values ('notice', 'pay:' || v_tx.reference || ':credited', jsonb_build_object(
      'fact', 'payment_credited', 'userId', p_user_id, 'reference', v_tx.reference,
      'receivedKobo', v_tx.amount_kobo))
    on conflict (dedupe_key) do nothing;
  update recon_items set status = 'resolved', resolved_at = app_now()
    where kind = 'review' and reference = p_tx_id and status = 'open';
  return v_tx.amount_kobo;
end
$$;
