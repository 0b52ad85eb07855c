-- manual_review → failed. p_only_short: only when too few units are paid and the review is due (the job's rule).
create or replace function fail_reviewed_group(p_group uuid, p_only_short boolean) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  select * into v_group from groups where id = p_group and status = 'manual_review' for no key update;
  if not found or p_only_short and not (is_short(v_group) and v_group.review_due <= app_now()) then
    return false;
  end if;
  update groups set status = 'failed', review_from = null, review_due = null where id = p_group
    returning * into v_group;
  perform after_failed(v_group);
  return true;
end
$$;
