-- successful → secured. Without a single paid unit it goes into review instead: there is nothing to deliver, and the
-- review ends it. False when somebody else moved the group first.
-- The group is locked first, which waits for joins in flight; only later statements read its escrow and its items.
create or replace function secure_group(p_group uuid) returns boolean
language plpgsql as $$
begin
  perform 1 from groups where id = p_group and status = 'successful' for no key update;
  if not found then
    return false;
  end if;
  perform 1 from order_items where group_id = p_group and counted and refunded_kobo < paid_kobo limit 1;
  if not found then
    return review_group(p_group, 'successful');
  end if;
  update groups set status = 'secured', secured_at = app_now() where id = p_group;
  perform after_secured(p_group);
  return true;
end
$$;
