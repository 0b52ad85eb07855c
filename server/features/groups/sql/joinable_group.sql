-- Returns the group that a paid order of this product joins now: the joinable group, else a new one. Null when a
-- concurrent transaction has opened or closed a group, so that the caller chooses again.
create or replace function joinable_group(p_product uuid, p_now timestamptz, p_window_hours numeric) returns uuid
language plpgsql as $$
declare
  v_group uuid;
begin
  select id into v_group from groups
    where product_id = p_product and kind = 'open' and joinable and deadline > p_now;
  if found then
    return v_group;
  end if;

  update groups set joinable = false
    where product_id = p_product and kind = 'open' and joinable and deadline <= p_now;
  -- No constraint is named, because two may be violated: one joinable group per product, and the sequence number.
  insert into groups (product_id, seq, kind, status, joinable, min_units, opened_at, deadline, product_snapshot)
    select p.id, coalesce((select max(seq) from groups where product_id = p.id), 0) + 1, 'open', 'active', true,
      p.min_units, p_now, p_now + coalesce(p.window_hours, p_window_hours) * interval '1 hour',
      product_snapshot(p.id)
    from products p where p.id = p_product
    on conflict do nothing returning id into v_group;
  if v_group is not null then
    insert into ledger_accounts (code, kind, group_id) values ('escrow:' || v_group, 'escrow', v_group);
    return v_group;
  end if;

  select id into v_group from groups
    where product_id = p_product and kind = 'open' and joinable and deadline > p_now;
  return v_group;
end
$$;
