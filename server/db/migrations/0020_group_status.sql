-- The moves of a group after its joins: secured, failed, review and back. Each locks its one group first, by a
-- conditional update that waits for joins in flight; only later statements read the escrow or the items.

-- Money that left the escrow for sales: everything of a group that was secured once (a solo purchase at once).
create function escrow_account(p_group uuid) returns text
language plpgsql as $$
begin
  insert into ledger_accounts (code, kind, group_id) values ('escrow:' || p_group, 'escrow', p_group)
    on conflict do nothing;
  return 'escrow:' || p_group;
end
$$;

-- What follows the status, in the transaction that set it: money to sales once, a batch per pickup centre.
create function after_secured(p_group uuid) returns void
language plpgsql as $$
declare
  v_balance bigint;
begin
  select coalesce(sum(e.amount_kobo), 0) into v_balance
    from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.group_id = p_group;
  if v_balance <> 0 then
    perform post_ledger('group_release', p_group::text, 'GROUP_RELEASE', 'Group secured', '{}', 'system',
      array['escrow:' || p_group, 'sales'], array[-v_balance, v_balance]);
  end if;
  insert into fulfilment_batches (group_id, centre_id)
    select distinct p_group, o.centre_id from order_items i join orders o on o.id = i.order_id
    where i.group_id = p_group and i.counted
    on conflict do nothing;
  insert into outbox (topic, dedupe_key, payload)
    values ('referral', 'referral:group:' || p_group, jsonb_build_object('groupId', p_group))
    on conflict (dedupe_key) do nothing;
  insert into outbox (topic, dedupe_key, payload)
    select 'group.successful', 'group:' || id || ':successful', jsonb_build_object(
      'fact', 'group_secured', 'groupId', id, 'productId', product_id)
    from groups where id = p_group and kind = 'open'
    on conflict (dedupe_key) do nothing;
end
$$;

-- successful → secured. False when somebody else moved the group first.
create function secure_group(p_group uuid) returns boolean
language plpgsql as $$
begin
  update groups set status = 'secured', secured_at = app_now() where id = p_group and status = 'successful';
  if not found then
    return false;
  end if;
  perform after_secured(p_group);
  return true;
end
$$;

-- What follows 'failed': released money comes back to the escrow, so that every refund is paid from there.
create function after_failed(p_group groups) returns void
language plpgsql as $$
declare
  v_open bigint;
begin
  if p_group.secured_at is not null then
    select coalesce(sum(paid_kobo - refunded_kobo), 0) into v_open from order_items where group_id = p_group.id;
    if v_open > 0 then
      perform post_ledger('group_unrelease', p_group.id::text, 'GROUP_UNRELEASE', 'Released group failed', '{}',
        'system', array['sales', escrow_account(p_group.id)], array[-v_open, v_open]);
    end if;
    insert into outbox (topic, dedupe_key, payload)
      values ('referral', 'referral:failed:' || p_group.id, jsonb_build_object('groupId', p_group.id))
      on conflict (dedupe_key) do nothing;
  end if;
  insert into outbox (topic, dedupe_key, payload)
    values ('group.update', 'group:' || p_group.id || ':failed',
      jsonb_build_object('groupId', p_group.id, 'status', 'failed'))
    on conflict (dedupe_key) do nothing;
end
$$;

-- active → failed, only past the deadline. False when the group filled, or somebody else moved it, first.
create function fail_expired_group(p_group uuid) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  update groups set status = 'failed', joinable = false
    where id = p_group and status = 'active' and units_sold < min_units and deadline <= app_now()
    returning * into v_group;
  if not found then
    return false;
  end if;
  perform after_failed(v_group);
  return true;
end
$$;

-- Into review. review_due is 24 h after entry, so the entry can be read from it.
create function review_group(p_group uuid, p_from text) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  update groups set status = 'manual_review', review_from = status, joinable = false,
      review_due = app_now() + interval '24 hours'
    where id = p_group and status = p_from
      and status in ('active', 'successful', 'secured', 'processing', 'packaging')
    returning * into v_group;
  if not found then
    return false;
  end if;
  insert into outbox (topic, dedupe_key, payload) values ('group.update',
    'group:' || p_group || ':manual_review:' || extract(epoch from v_group.review_due),
    jsonb_build_object('groupId', p_group, 'status', 'manual_review',
      'round', extract(epoch from v_group.review_due)));
  return true;
end
$$;

-- Out of review to where the group came from, its clock moved on by the time spent there; a group that has its
-- minimum by now goes to 'successful' instead of 'active'. Answers 'resumed', 'newer_group', 'not_in_review'.
create function resume_group(p_group uuid) returns text
language plpgsql as $$
declare
  v_group groups;
  v_pause interval;
  v_to text;
begin
  select * into v_group from groups where id = p_group and status = 'manual_review' for no key update;
  if not found then
    return 'not_in_review';
  end if;
  v_pause := app_now() - (v_group.review_due - interval '24 hours');
  v_to := case when v_group.review_from = 'active' and v_group.units_sold >= v_group.min_units
    then 'successful' else v_group.review_from end;
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
  insert into outbox (topic, dedupe_key, payload) values ('group.update',
    'group:' || p_group || ':resumed:' || extract(epoch from v_group.review_due),
    jsonb_build_object('groupId', p_group, 'status', v_to, 'round', extract(epoch from v_group.review_due)));
  return 'resumed';
end
$$;

-- manual_review → secured, only with the minimum reached. Batches already further on pull the status along.
create function secure_reviewed_group(p_group uuid) returns boolean
language plpgsql as $$
begin
  update groups set status = 'secured', review_from = null, review_due = null,
      secured_at = coalesce(secured_at, app_now()), succeeded_at = coalesce(succeeded_at, app_now())
    where id = p_group and status = 'manual_review' and units_sold >= min_units;
  if not found then
    return false;
  end if;
  perform after_secured(p_group);
  perform follow_batches(p_group);
  return true;
end
$$;

-- manual_review → failed. p_only_short: only when the minimum is missing and the review is due (the job's rule).
create function fail_reviewed_group(p_group uuid, p_only_short boolean) returns boolean
language plpgsql as $$
declare
  v_group groups;
begin
  update groups set status = 'failed', review_from = null, review_due = null
    where id = p_group and status = 'manual_review'
      and (not p_only_short or units_sold < min_units and review_due <= app_now())
    returning * into v_group;
  if not found then
    return false;
  end if;
  perform after_failed(v_group);
  return true;
end
$$;
