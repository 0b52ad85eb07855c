-- Pays back one item of a failed group. Locks users, wallet, item, in this order, before the ledger. False when there is
-- nothing (left) to pay back.
create or replace function refund_failed_item(p_item bigint) returns boolean
language plpgsql as $$
declare
  v_item order_items;
  v_amount bigint;
begin
  select * into v_item from order_items where id = p_item;
  if not found then
    return false;
  end if;
  perform 1 from users where id = v_item.user_id for no key update;
  perform 1 from wallets where user_id = v_item.user_id for no key update;
  select * into v_item from order_items where id = p_item for no key update;
  v_amount := v_item.paid_kobo - v_item.refunded_kobo;
  perform 1 from groups where id = v_item.group_id and status = 'failed';
  if not found or v_amount = 0 or v_item.collected_at is not null then
    return false;
  end if;
  perform post_ledger('group_refund', p_item::text, 'REFUND', 'Group buy did not reach its minimum',
    (select jsonb_build_object('orderId', o.id, 'orderTrackingNumber', o.tracking_no, 'groupBuyId', v_item.group_id)
     from orders o where o.id = v_item.order_id), 'system',
    array['escrow:' || v_item.group_id, 'wallet:' || v_item.user_id], array[-v_amount, v_amount]);
  update order_items set refunded_kobo = paid_kobo where id = p_item;
  return true;
end
$$;
