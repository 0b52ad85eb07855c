-- Credits the wallet with money that cannot become an order. An amount that is not positive posts nothing.
create or replace function credit_received(p_payment payments, p_tx provider_transactions) returns void
language plpgsql as $$
begin
  if p_tx.amount_kobo > 0 then
    perform post_ledger('late_credit', p_tx.tx_id, 'REFUND', 'Payment ' || p_payment.reference,
      jsonb_build_object('reference', p_payment.reference), 'system',
      array[p_tx.account, 'wallet:' || p_payment.user_id], array[-p_tx.amount_kobo, p_tx.amount_kobo]);
  end if;
  update provider_transactions set outcome = 'wallet_credited', settled_at = app_now() where tx_id = p_tx.tx_id;
end
$$;
