-- One batch forward. False when it is not in p_from, when p_to lies not ahead, or while the group is in review.
create or replace function move_batch(p_group uuid, p_centre uuid, p_from text, p_to text, p_actor text) returns boolean
language plpgsql as $$
begin
  if coalesce(stage_order(p_to) <= stage_order(p_from), true) then
    return false;
  end if;
  perform 1 from groups where id = p_group and stage_order(status) is not null for no key update;
  if not found then
    return false;
  end if;
  update fulfilment_batches set status = p_to, updated_by = p_actor, updated_at = app_now(),
      ready_at = case when p_to = 'ready_for_pickup' then app_now() else ready_at end
    where group_id = p_group and centre_id = p_centre and status = p_from;
  if not found then
    return false;
  end if;
  perform follow_batches(p_group);
  insert into outbox (topic, dedupe_key, payload)
    values ('group.update', 'group:' || p_group || ':' || p_to || ':' || p_centre,
      jsonb_build_object('groupId', p_group, 'status', p_to, 'centreId', p_centre))
    on conflict (dedupe_key) do nothing;
  return true;
end
$$;
