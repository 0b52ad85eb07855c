-- How far a batch is, from 1; null for a status that is no batch's.
create or replace function stage_order(p_status text) returns integer
language sql immutable as $$
  select array_position(array['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'], p_status)
$$;
