-- Fulfilment: one batch per group and pickup centre, forward only. A group's status from 'secured' on is its
-- least advanced batch.

create function stage_order(p_status text) returns integer
language sql immutable
return array_position(array['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'], p_status);

-- Moves the group after its batches, one allowed step at a time. The caller holds the group's row.
create function follow_batches(p_group uuid) returns void
language plpgsql as $$
declare
  v_status text;
  v_least integer;
begin
  select status into v_status from groups where id = p_group;
  select min(stage_order(status)) into v_least from fulfilment_batches where group_id = p_group;
  while stage_order(v_status) < v_least loop
    update groups set
        status = (array['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'])[stage_order(v_status) + 1],
        closed_at = case when v_status = 'ready_for_pickup' then app_now() else closed_at end
      where id = p_group returning status into v_status;
  end loop;
end
$$;

-- One batch forward. False when it is not in p_from, when p_to lies not ahead, or while the group is in review.
create function move_batch(p_group uuid, p_centre uuid, p_from text, p_to text, p_actor text) returns boolean
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
