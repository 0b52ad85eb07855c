-- Reduces an order line of a forming group to `p_quantity` selling units and refunds the difference to the wallet.
-- Others can then buy the units. A repeated call changes nothing.
--
-- Raises AJ002 when the shopper has no such counted line, the new quantity is 0 or larger than the old one, the refund
-- would be 0, or the group is no longer open. Locks users, wallets and items, in this order, before the ledger, and
-- last the group's row. It is sent together with COMMIT (`commitWith`), so that the group's row is locked only briefly.
create or replace function take_less(p_user uuid, p_group uuid, p_tracking text, p_line integer, p_quantity integer)
returns void
language plpgsql as $$
declare
  v_item order_items;
  v_kobo bigint;
  v_units integer;
begin
  perform 1 from users where id = p_user for no key update;
  perform 1 from wallets where user_id = p_user for no key update;
  select i.* into v_item from order_items i join orders o on o.id = i.order_id
    where o.tracking_no = p_tracking and i.user_id = p_user and i.group_id = p_group and i.line_no = p_line and i.counted
    for no key update of i;
  if not found then
    raise exception 'no such line in the group' using errcode = 'AJ002';
  end if;
  if v_item.quantity = p_quantity then
    return;
  end if;
  -- This is the rule `calculateQuantityReductionRefund` of contract/rules/money/quantity-reduction.ts. It calculates in
  -- whole naira, so that nothing is rounded twice.
  v_kobo := div((v_item.paid_kobo - v_item.refunded_kobo)::numeric * (v_item.quantity - p_quantity),
    v_item.quantity * 100::numeric)::bigint * 100;
  perform 1 from groups where id = p_group and status = 'active' and kind = 'open' and deadline > app_now();
  if not found or p_quantity not between 1 and v_item.quantity or v_kobo <= 0 then
    raise exception 'less cannot be taken' using errcode = 'AJ002';
  end if;

  v_units := (v_item.quantity - p_quantity) * v_item.base_unit_qty;
  perform pay_back_to_wallet(v_item, 'less:' || p_quantity, 'Took less: ' || p_quantity || ' instead of ' ||
    v_item.quantity, v_kobo);
  update group_members set units = units - v_units where group_id = p_group and user_id = p_user;
  insert into outbox (topic, dedupe_key, payload) values ('progress', 'less:' || v_item.id || ':' || p_quantity,
    jsonb_build_object('productId', v_item.product_id, 'groupId', p_group));

  update groups set units_sold = units_sold - v_units
    where id = p_group and status = 'active' and deadline > app_now();
  if not found then
    raise exception 'the group closed meanwhile' using errcode = 'AJ002';
  end if;
  -- The quantity changes last, because a trigger refuses a smaller one unless the group is active, and its row is
  -- locked now.
  update order_items set quantity = p_quantity where id = v_item.id;
end
$$;
