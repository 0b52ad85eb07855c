-- What was collected is sold: a group that fails pays back only what was not. The money of collected items stays in
-- sales, and the items keep their state.

create or replace function after_failed(p_group groups) returns void
language plpgsql as $$
declare
  v_open bigint;
begin
  if p_group.secured_at is not null then
    select coalesce(sum(paid_kobo - refunded_kobo), 0) into v_open
      from order_items where group_id = p_group.id and collected_at is null;
    if v_open > 0 then
      perform post_ledger('group_unrelease', p_group.id::text, 'GROUP_UNRELEASE', 'Released group failed', '{}',
        'system', array['sales', escrow_account(p_group.id)], array[-v_open, v_open]);
    end if;
    insert into outbox (topic, dedupe_key, payload)
      values ('referral', 'referral:failed:' || p_group.id, jsonb_build_object('groupId', p_group.id))
      on conflict (dedupe_key) do nothing;
  end if;
  insert into outbox (topic, dedupe_key, payload)
    values ('group.update', 'group:' || p_group.id || ':failed',
      jsonb_build_object('groupId', p_group.id, 'status', 'failed'))
    on conflict (dedupe_key) do nothing;
end
$$;

-- One item of a failed group. False when there is nothing (left) to pay back.
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

-- failed → refunded once every item that was not collected is paid back.
create or replace function close_refunded_group(p_group uuid) returns boolean
language plpgsql as $$
begin
  update groups set status = 'refunded', closed_at = app_now()
    where id = p_group and status = 'failed'
      and not exists (select from order_items
                      where group_id = p_group and refunded_kobo < paid_kobo and collected_at is null);
  if not found then
    return false;
  end if;
  insert into outbox (topic, dedupe_key, payload)
    values ('group.update', 'group:' || p_group || ':refunded',
      jsonb_build_object('groupId', p_group, 'status', 'refunded'));
  return true;
end
$$;
