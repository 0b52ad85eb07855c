-- What follows the status, in the transaction that set it: money to sales once, a batch per pickup centre.
create or replace function after_secured(p_group uuid) returns void
language plpgsql as $$
declare
  v_balance bigint;
begin
  select coalesce(sum(e.amount_kobo), 0) into v_balance
    from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.group_id = p_group;
  if v_balance <> 0 then
    perform post_ledger('group_release', p_group::text, 'GROUP_RELEASE', 'Group secured', '{}', 'system',
      array['escrow:' || p_group, 'sales'], array[-v_balance, v_balance]);
  end if;
  insert into fulfilment_batches (group_id, centre_id)
    select distinct p_group, o.centre_id from order_items i join orders o on o.id = i.order_id
    where i.group_id = p_group and i.counted
    on conflict do nothing;
  insert into outbox (topic, dedupe_key, payload)
    values ('referral', 'referral:group:' || p_group, jsonb_build_object('groupId', p_group))
    on conflict (dedupe_key) do nothing;
  insert into outbox (topic, dedupe_key, payload)
    select 'group.successful', 'group:' || id || ':successful', jsonb_build_object(
      'fact', 'group_secured', 'groupId', id, 'productId', product_id)
    from groups where id = p_group and kind = 'open'
    on conflict (dedupe_key) do nothing;
end
$$;
