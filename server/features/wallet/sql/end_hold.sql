-- Ends the reservation of a wallet amount for a payment: 'captured' when the amount is debited next, 'released'
-- otherwise. Returns false when nothing is reserved. The caller has locked the shopper's row.
create or replace function end_hold(p_payment uuid, p_status text) returns boolean
language plpgsql as $$
declare
  v_hold wallet_holds;
begin
  update wallet_holds set status = p_status, resolved_at = app_now()
    where payment_id = p_payment and status = 'held' returning * into v_hold;
  if not found then
    return false;
  end if;
  update wallets set held_kobo = held_kobo - v_hold.amount_kobo where user_id = v_hold.user_id;
  return true;
end
$$;
