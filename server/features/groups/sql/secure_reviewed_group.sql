-- manual_review → secured, only with the minimum reached and paid. Batches already further on pull the status along.
create or replace function secure_reviewed_group(p_group uuid) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  select * into v_group from groups
    where id = p_group and status = 'manual_review' and units_sold >= min_units for no key update;
  if not found or is_short(v_group) then
    return false;
  end if;
  update groups set status = 'secured', review_from = null, review_due = null,
      secured_at = coalesce(secured_at, app_now()), succeeded_at = coalesce(succeeded_at, app_now())
    where id = p_group;
  perform after_secured(p_group);
  perform follow_batches(p_group);
  return true;
end
$$;
