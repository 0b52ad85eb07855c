-- Books the money of a payment that makes no order, or has already made one. It becomes wallet credit; if that fails,
-- it is booked in suspense and an operator must decide about it. Money that arrived thereby never waits for a repair.
create or replace function credit_or_park(p_payment payments, p_tx provider_transactions, p_reason text) returns jsonb
language plpgsql as $$
declare
  v_error text;
begin
  begin
    perform credit_received(p_payment, p_tx);
    if p_payment.outcome is null then
      perform close_without_order(p_payment, p_tx, 'succeeded', 'wallet_credited', p_reason);
    end if;
    return jsonb_build_object('result', 'wallet_credited', 'reason', p_reason);
  exception when others then
    if is_passing_error(sqlstate) then
      raise;
    end if;
    v_error := sqlstate || ' ' || sqlerrm;
  end;
  perform park_received(p_tx, left(p_reason || ', and not credited: ' || v_error, 500));
  if p_payment.outcome is null then
    perform close_without_order(p_payment, p_tx, 'review', 'review', p_reason);
  end if;
  return jsonb_build_object('result', 'review', 'reason', p_reason);
end
$$;
