-- Refunds part of an order line to the wallet of its buyer, who leaves the group or reduces the quantity. `p_ref` tells
-- apart the refunds of one line. The caller has locked the shopper, the wallet and the line.
create or replace function pay_back_to_wallet(
  p_item order_items, p_ref text, p_description text, p_kobo bigint
) returns void
language plpgsql as $$
begin
  if p_kobo > 0 then
    perform post_ledger('item_refund', p_item.id || ':' || p_ref, 'REFUND', p_description,
      (select jsonb_build_object('orderId', o.id, 'orderTrackingNumber', o.tracking_no, 'groupBuyId', p_item.group_id)
       from orders o where o.id = p_item.order_id), 'user:' || p_item.user_id,
      array['escrow:' || p_item.group_id, 'wallet:' || p_item.user_id], array[-p_kobo, p_kobo]);
  end if;
  update order_items set refunded_kobo = refunded_kobo + p_kobo where id = p_item.id;
end
$$;
