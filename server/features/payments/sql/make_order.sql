-- Makes the order of a payment that nothing prevents. Every error is passed on, because the caller decides what becomes
-- of the money.
create or replace function make_order(p_payment payments, p_tx provider_transactions, p_window_hours numeric) returns orders
language plpgsql as $$
declare
  v_payment payments;
  v_order orders;
begin
  update payments set status = 'succeeded', outcome = 'ordered', settled_at = app_now(), updated_at = app_now(),
      provider_tx_id = p_tx.tx_id, received_kobo = coalesce(p_tx.amount_kobo, 0), failure = null
    where id = p_payment.id returning * into v_payment;
  update provider_transactions set outcome = 'ordered', settled_at = app_now() where tx_id = p_tx.tx_id;
  perform end_hold(v_payment.id, 'captured');
  perform consume_cart(v_payment.cart_id, v_payment.id);
  v_order := insert_order(v_payment);

  -- The block is a savepoint: if a chosen group has closed, all rows that name it are rolled back before the next try.
  for v_round in 1 .. 8 loop
    begin
      perform place_order(v_order, v_payment, v_payment.received_kobo, p_window_hours);
      return v_order;
    exception when sqlstate 'AJ001' then
      null;
    end;
  end loop;
  raise exception 'no group held still for payment %', v_payment.reference using errcode = 'serialization_failure';
end
$$;
