-- Reserves a wallet amount for a card payment in progress. It posts nothing and only raises `wallets.held_kobo`.
-- Returns false, without a change, when the unreserved balance is below `p_amount_kobo`. The caller has locked the
-- shopper's row.
create or replace function take_hold(p_payment uuid, p_user uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
begin
  perform 1 from wallet_holds where payment_id = p_payment and status = 'held';
  if found then
    return true;
  end if;
  update wallets set held_kobo = held_kobo + p_amount_kobo
    where user_id = p_user and balance_kobo - held_kobo >= p_amount_kobo;
  if not found then
    return false;
  end if;
  insert into wallet_holds (payment_id, user_id, amount_kobo) values (p_payment, p_user, p_amount_kobo)
    on conflict (payment_id) do update set status = 'held', resolved_at = null
    where wallet_holds.status = 'released';
  if not found then
    raise exception 'the hold of payment % was captured', p_payment using errcode = 'check_violation';
  end if;
  return true;
end
$$;
