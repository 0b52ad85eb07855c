-- A referral counts once per referee, while one of the referee's items stands in a secured purchase and is not
-- fully paid back.
--
-- Sets or reverses the referee's qualification from the items as they are. Answers the referrer to look at.
create or replace function judge_referral(p_referee uuid) returns uuid
language plpgsql as $$
declare
  v_item bigint;
  v_referrer uuid;
begin
  perform 1 from users where id = p_referee for no key update;
  select i.id into v_item
    from order_items i join groups g on g.id = i.group_id
    where i.user_id = p_referee and i.counted and i.refunded_kobo < i.paid_kobo
      and coalesce(g.review_from, g.status) in
        ('secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered')
    order by i.id limit 1;
  if v_item is null then
    update referrals set reversed_at = app_now()
      where referee_id = p_referee and qualified_at is not null and reversed_at is null
      returning referrer_id into v_referrer;
  else
    update referrals set qualified_at = coalesce(qualified_at, app_now()), qualifying_item = v_item,
        reversed_at = null
      where referee_id = p_referee and (qualified_at is null or reversed_at is not null)
      returning referrer_id into v_referrer;
  end if;
  return v_referrer;
end
$$;
