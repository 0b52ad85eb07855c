-- One batch per group and pickup centre, forward only. A group's status from 'secured' on is its least advanced batch.
--
-- Moves the group after its batches, one allowed step at a time. The caller holds the group's row.
create or replace function follow_batches(p_group uuid) returns void
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
