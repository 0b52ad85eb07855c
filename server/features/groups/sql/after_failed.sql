-- What was collected is sold: a group that fails pays back only what was not. The money of collected items stays in
-- sales, and the items keep their state. The rest comes back from there to the escrow, which pays every refund.
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
