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
