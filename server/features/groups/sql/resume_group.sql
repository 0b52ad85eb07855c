-- Out of review to where the group came from, its clock moved on by the time spent there; a forming group that has
-- its minimum paid by now goes to 'successful', else the units that were paid back in review are free again.
-- Answers 'resumed', 'newer_group', 'short' (too few units are paid for where it came from), 'not_in_review'.
create or replace function resume_group(p_group uuid) returns text
language plpgsql as $$
declare
  v_group groups;
  v_pause interval;
  v_short boolean;
  v_to text;
begin
  select * into v_group from groups where id = p_group and status = 'manual_review' for no key update;
  if not found then
    return 'not_in_review';
  end if;
  v_pause := app_now() - (v_group.review_due - interval '24 hours');
  v_short := is_short(v_group);
  v_to := case when v_group.review_from = 'active' and not v_short then 'successful' else v_group.review_from end;
  if v_short and v_to <> 'active' then
    return 'short';
  end if;
  if v_to = 'active' and v_group.kind = 'open' and exists (
      select from groups where product_id = v_group.product_id and kind = 'open' and joinable) then
    return 'newer_group';
  end if;
  begin
    update groups set status = v_to, review_from = null, review_due = null,
        deadline = deadline + v_pause,
        joinable = v_to = 'active' and kind = 'open' and deadline + v_pause > app_now(),
        succeeded_at = case when v_to = 'successful' then coalesce(succeeded_at + v_pause, app_now())
                            else succeeded_at end
      where id = p_group;
  exception when unique_violation then
    return 'newer_group';
  end;
  if v_to = 'active' then
    perform uncount_refunded(p_group);
  end if;
  insert into outbox (topic, dedupe_key, payload) values ('group.update',
    'group:' || p_group || ':resumed:' || extract(epoch from v_group.review_due),
    jsonb_build_object('groupId', p_group, 'status', v_to, 'round', extract(epoch from v_group.review_due)));
  return 'resumed';
end
$$;
