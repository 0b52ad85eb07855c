-- Ends a payment that makes no order: stores the outcome, releases the reserved wallet amount and notifies the shopper
-- of a wallet credit.
create or replace function close_without_order(
  p_payment payments, p_tx provider_transactions, p_status text, p_outcome text, p_failure text
) returns void
language plpgsql as $$
begin
  perform end_hold(p_payment.id, 'released');
  update payments set status = p_status, outcome = p_outcome, settled_at = app_now(), updated_at = app_now(),
      provider_tx_id = p_tx.tx_id, received_kobo = p_tx.amount_kobo, failure = p_failure
    where id = p_payment.id;
  if p_outcome = 'wallet_credited' then
    perform write_notification('notice', 'pay:' || p_payment.reference || ':credited', jsonb_build_object(
      'fact', 'payment_credited', 'userId', p_payment.user_id, 'reference', p_payment.reference,
      'receivedKobo', p_tx.amount_kobo));
  end if;
end
$$;
