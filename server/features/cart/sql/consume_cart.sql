-- Closes the cart that a payment bought. Lines and quantities that were added to the cart after the payment began move
-- to a new open cart, so that no concurrent change of the cart is lost.
create or replace function consume_cart(p_cart uuid, p_payment uuid) returns void
language plpgsql as $$
declare
  v_user uuid;
  v_fresh uuid;
begin
  update carts set status = 'consumed', version = version + 1, updated_at = app_now()
    where id = p_cart and status = 'open' returning user_id into v_user;
  if not found then
    return;
  end if;
  perform 1 from cart_items i
    where i.cart_id = p_cart and i.quantity > coalesce((
      select l.quantity from payment_lines l where l.payment_id = p_payment and l.product_id = i.product_id
        and l.variant is not distinct from i.variant and l.unit_name is not distinct from i.unit_name), 0);
  if not found then
    return;
  end if;
  insert into carts (user_id) values (v_user) returning id into v_fresh;
  insert into cart_items (cart_id, product_id, variant, unit_name, quantity)
    select v_fresh, i.product_id, i.variant, i.unit_name, i.quantity - coalesce(l.quantity, 0)
    from cart_items i left join payment_lines l on l.payment_id = p_payment and l.product_id = i.product_id
      and l.variant is not distinct from i.variant and l.unit_name is not distinct from i.unit_name
    where i.cart_id = p_cart and i.quantity > coalesce(l.quantity, 0)
    order by i.id;
end
$$;
