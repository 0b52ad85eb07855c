-- A referral counts once per referee, while one of the referee's items stands in a secured purchase and is not
-- fully paid back. Paid rounds are never taken back.

-- Sets or reverses the referee's qualification from the items as they are. Answers the referrer to look at.
create function judge_referral(p_referee uuid) returns uuid
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

-- Pays the friend's reward, once, when the friend counts. Answers whether it was paid now.
create function pay_welcome(p_referee uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
begin
  perform 1 from users where id = p_referee for no key update;
  perform 1 from referrals where referee_id = p_referee and qualified_at is not null and reversed_at is null
    and flags = '{}';
  if not found or p_amount_kobo <= 0 then
    return false;
  end if;
  return post_ledger('referral_welcome', p_referee::text, 'Welcome Reward', 'Reward for joining through a friend',
    '{}', 'system', array['promo:referral', 'wallet:' || p_referee], array[-p_amount_kobo, p_amount_kobo])
    is not null;
end
$$;

-- Pays every round that is due and not yet paid. Answers how many were paid now.
create function pay_referral_rounds(p_referrer uuid, p_bonus_kobo bigint, p_group_size integer) returns integer
language plpgsql as $$
declare
  v_counted integer;
  v_paid integer;
  v_tx bigint;
begin
  perform 1 from users where id = p_referrer for no key update;
  select count(*) into v_counted from referrals
    where referrer_id = p_referrer and qualified_at is not null and reversed_at is null and flags = '{}';
  select coalesce(max(round_no), 0) into v_paid from referral_rounds where referrer_id = p_referrer;
  for v_round in v_paid + 1 .. v_counted / p_group_size loop
    v_tx := post_ledger('referral_bonus', p_referrer || ':' || v_round, 'REFERRAL_BONUS',
      'Bonus for ' || p_group_size || ' referrals', jsonb_build_object('referralCount', v_round * p_group_size),
      'system', array['promo:referral', 'wallet:' || p_referrer], array[-p_bonus_kobo, p_bonus_kobo]);
    insert into referral_rounds (referrer_id, round_no, ledger_tx_id) values (p_referrer, v_round, v_tx);
    insert into outbox (topic, dedupe_key, payload)
      values ('notice', 'referral:' || p_referrer || ':' || v_round, jsonb_build_object(
        'fact', 'referral_bonus', 'userId', p_referrer, 'round', v_round, 'amountKobo', p_bonus_kobo));
  end loop;
  return greatest(v_counted / p_group_size - v_paid, 0);
end
$$;
