-- Returns why a verified payment cannot become an order; null when it can. Other open attempts for the same cart end as
-- 'superseded', because money that has arrived takes precedence over money that may arrive.
create or replace function order_obstacle(p_payment payments) returns text
language plpgsql as $$
declare
  v_other uuid;
begin
  perform 1 from payments where cart_id = p_payment.cart_id and outcome = 'ordered';
  if found then
    return 'cart_bought';
  end if;
  for v_other in
    select id from payments where user_id = p_payment.user_id and cart_id = p_payment.cart_id
      and id <> p_payment.id and status in ('created', 'pending')
  loop
    perform end_attempt(v_other, 'superseded', null);
  end loop;
  perform 1 from payment_lines l join products p on p.id = l.product_id
    where l.payment_id = p_payment.id and not p.active;
  if found then
    return 'product_withdrawn';
  end if;
  if p_payment.wallet_kobo > 0
    and not exists (select from wallet_holds where payment_id = p_payment.id and status = 'held')
    and not exists (select from wallets where user_id = p_payment.user_id
                    and balance_kobo - held_kobo >= p_payment.wallet_kobo) then
    return 'wallet_short';
  end if;
  return null;
end
$$;
