-- Writes the lines of a paid payment's order and adds them to groups. `make_order` calls it, and `settle_payment` has
-- locked the rows of the user, the cart and the payments.
--
-- It chooses a group for each product, writes all rows that name the group, and last adds the units to the groups.
-- Raises AJ001 when a chosen group has closed meanwhile; the caller rolls back and tries again. Raises AJ004 when the
-- shopper would exceed the limit per person in a group: the user's row is locked, so that no concurrent order of the
-- shopper is missed.
create or replace function place_order(p_order orders, p_payment payments, p_received_kobo bigint, p_window_hours numeric)
returns void
language plpgsql as $$
declare
  v_now timestamptz := app_now();
  v_product record;
  v_group uuid;
  v_groups uuid[] := '{}';
  v_units integer[] := '{}';
  v_newcomers integer[] := '{}';
  -- Null when no card paid: the amount is 0 then, and no entry is posted.
  v_provider text := (select account from provider_transactions where tx_id = p_payment.provider_tx_id);
  v_accounts text[] := array[v_provider, 'wallet:' || p_payment.user_id];
  v_amounts bigint[] := array[-p_payment.card_kobo, -p_payment.wallet_kobo];
  v_changed groups;
  v_has_solo boolean := false;
begin
  for v_product in
    select product_id, mode, (array_agg(group_id order by line_no))[1] as quoted,
      sum(quantity * base_unit_qty)::integer as units, sum(line_total_kobo)::bigint as total_kobo
    from payment_lines where payment_id = p_payment.id
    group by product_id, mode order by product_id, mode
  loop
    if v_product.mode = 'solo' then
      v_has_solo := true;
      perform insert_solo_group(p_order, v_product.product_id, v_product.units);
      v_accounts := v_accounts || 'sales'::text;
      v_amounts := v_amounts || v_product.total_kobo;
      continue;
    end if;

    select id into v_group from groups where id = v_product.quoted and status in ('active', 'successful');
    if not found then
      v_group := joinable_group(v_product.product_id, v_now, p_window_hours);
      if v_group is null then
        raise exception 'no group to join' using errcode = 'AJ001';
      end if;
      if v_product.quoted is not null then
        perform write_notification('notice', 'moved:' || p_payment.reference || ':' || v_product.product_id,
          jsonb_build_object('fact', 'group_moved', 'userId', p_payment.user_id, 'groupId', v_group,
            'fromGroupId', v_product.quoted, 'productId', v_product.product_id));
      end if;
    end if;
    perform 1 from products p where p.id = v_product.product_id
      and p.max_units_per_person < v_product.units + coalesce(
        (select units from group_members where group_id = v_group and user_id = p_payment.user_id), 0);
    if found then
      raise exception 'more than one person may have' using errcode = 'AJ004';
    end if;
    v_groups := v_groups || v_group;
    v_units := v_units || v_product.units;
    v_newcomers := v_newcomers || insert_items(p_order, v_product.product_id, 'group', v_group)::integer;
    v_accounts := v_accounts || ('escrow:' || v_group);
    v_amounts := v_amounts || v_product.total_kobo;
    insert into outbox (topic, dedupe_key, payload)
      values ('join', 'join:' || p_payment.reference || ':' || v_product.product_id,
        jsonb_build_object('productId', v_product.product_id, 'groupId', v_group,
          'userId', p_payment.user_id, 'at', v_now));
  end loop;

  perform post_ledger('order_payment', p_payment.reference, 'ORDER', 'Order ' || p_order.tracking_no,
    jsonb_build_object('orderId', p_order.id, 'orderTrackingNumber', p_order.tracking_no)
      || case when cardinality(v_groups) = 1 then jsonb_build_object('groupBuyId', v_groups[1]) else '{}' end,
    'user:' || p_payment.user_id, v_accounts, v_amounts);
  if p_received_kobo > p_payment.card_kobo then
    perform post_ledger('overpaid', p_payment.provider_tx_id, 'REFUND',
      'Paid more than order ' || p_order.tracking_no || ' costs',
      jsonb_build_object('orderId', p_order.id, 'orderTrackingNumber', p_order.tracking_no),
      'system', array[v_provider, 'wallet:' || p_payment.user_id],
      array[p_payment.card_kobo - p_received_kobo, p_received_kobo - p_payment.card_kobo]);
  end if;
  perform write_notification('notice', 'pay:' || p_payment.reference,
    jsonb_build_object('fact', 'payment_successful', 'userId', p_payment.user_id,
      'reference', p_payment.reference, 'totalKobo', p_payment.total_kobo, 'method', p_payment.method));
  if v_has_solo then
    insert into outbox (topic, dedupe_key, payload) values ('referral', 'referral:' || p_payment.reference,
      jsonb_build_object('userId', p_payment.user_id));
  end if;

  -- The constraints are checked now. At COMMIT the check would take place while the groups below are locked.
  set constraints ledger_tx_balances, ledger_entries_balance immediate;
  set constraints ledger_tx_balances, ledger_entries_balance deferred;

  -- Buyers wait for the rows of groups, so these are locked last. All payments lock them in the order of product ids,
  -- so that no two deadlock.
  for i in 1 .. cardinality(v_groups) loop
    update groups set
      units_sold = units_sold + v_units[i],
      participant_count = participant_count + v_newcomers[i],
      status = case when units_sold + v_units[i] >= min_units then 'successful' else status end,
      joinable = joinable and units_sold + v_units[i] < min_units,
      succeeded_at = case when units_sold + v_units[i] >= min_units then coalesce(succeeded_at, v_now) end
    where id = v_groups[i] and status in ('active', 'successful')
    returning * into v_changed;
    if not found then
      raise exception 'the group closed meanwhile' using errcode = 'AJ001';
    end if;
    if v_changed.status = 'successful' then
      perform write_notification(
        case when v_changed.units_sold - v_units[i] < v_changed.min_units then 'group.successful' else 'notice' end,
        'group:' || v_changed.id || ':successful' || case
          when v_changed.units_sold - v_units[i] < v_changed.min_units then ''
          else ':' || p_payment.reference end,
        jsonb_build_object('fact', 'group_secured', 'groupId', v_changed.id,
          'productId', v_changed.product_id, 'userId', p_payment.user_id));
    end if;
  end loop;
end
$$;
