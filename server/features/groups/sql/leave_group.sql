-- Removes a shopper from a forming group: their items in it are refunded to the wallet and no longer count. Returns
-- 'left', 'already_left', 'not_member' or 'closed'. Raises AJ002 when the group closes during the call, so that the
-- caller rolls back. Locks users, wallets and items, in this order, before the ledger.
create or replace function leave_group(p_user uuid, p_group uuid) returns text
language plpgsql as $$
declare
  v_item order_items;
  v_items bigint[] := '{}';
begin
  perform 1 from users where id = p_user for no key update;
  perform 1 from order_items where group_id = p_group and user_id = p_user;
  if not found then
    return 'not_member';
  end if;
  perform 1 from order_items where group_id = p_group and user_id = p_user and counted;
  if not found then
    return 'already_left';
  end if;
  perform 1 from groups where id = p_group and status = 'active' and kind = 'open' and deadline > app_now();
  if not found then
    return 'closed';
  end if;

  perform 1 from wallets where user_id = p_user for no key update;
  for v_item in
    select * from order_items where group_id = p_group and user_id = p_user and counted
    order by id for no key update
  loop
    v_items := v_items || v_item.id;
    perform pay_back_to_wallet(v_item, 'leave', 'Left the group buy', v_item.paid_kobo - v_item.refunded_kobo);
  end loop;
  insert into outbox (topic, dedupe_key, payload) select 'progress', 'left:' || p_group || ':' || max(id),
      jsonb_build_object('productId', min(product_id::text), 'groupId', p_group)
    from order_items where group_id = p_group and user_id = p_user;

  perform free_units(p_group, v_items, 'active');
  perform 1 from groups where id = p_group and deadline > app_now();
  if not found then
    raise exception 'the group closed meanwhile' using errcode = 'AJ002';
  end if;
  return 'left';
end
$$;
