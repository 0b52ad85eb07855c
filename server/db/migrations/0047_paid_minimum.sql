-- A group leaves review for 'successful' or 'secured' on units that are paid, not on units that were paid back there.

-- Whether too few units are paid for: below the minimum before the group was ever secured, none at all after it.
create function is_short(p_group groups) returns boolean
language sql stable
return (select coalesce(sum(units), 0) from order_items
        where group_id = p_group.id and counted and refunded_kobo < paid_kobo)
  < case when p_group.secured_at is null then p_group.min_units else 1 end;

-- Gives back the units of items that were paid back in full. The caller holds the group's row, active by now.
create function uncount_refunded(p_group uuid) returns void
language plpgsql as $$
begin
  update order_items set counted = false where group_id = p_group and counted and refunded_kobo = paid_kobo;
  if not found then
    return;
  end if;
  update group_members m set units = i.units, paid_kobo = i.paid_kobo
    from (select user_id, coalesce(sum(units) filter (where counted), 0) as units,
            coalesce(sum(paid_kobo) filter (where counted), 0) as paid_kobo
          from order_items where group_id = p_group group by user_id) i
    where m.group_id = p_group and m.user_id = i.user_id and m.units <> i.units;
  update groups g set units_sold = m.units, participant_count = m.members
    from (select coalesce(sum(units), 0) as units, count(*) filter (where units > 0) as members
          from group_members where group_id = p_group) m
    where g.id = p_group;
end
$$;

-- successful → secured. Without a single paid unit it goes into review instead: there is nothing to deliver, and the
-- review ends it. False when somebody else moved the group first.
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
