-- Stores a purchase without a group as a group with one member that is secured at once, because its fulfilment is the
-- same.
create or replace function insert_solo_group(p_order orders, p_product uuid, p_units integer) returns uuid
language plpgsql as $$
declare
  v_group uuid;
  v_now timestamptz := app_now();
begin
  insert into groups (product_id, kind, status, min_units, units_sold, participant_count, opened_at, deadline,
      succeeded_at, secured_at, product_snapshot)
    values (p_product, 'solo', 'secured', p_units, p_units, 1, v_now, v_now, v_now, v_now,
      product_snapshot(p_product))
    returning id into v_group;
  perform insert_items(p_order, p_product, 'solo', v_group);
  insert into fulfilment_batches (group_id, centre_id) values (v_group, p_order.centre_id);
  return v_group;
end
$$;
