-- Pays every round that is due and not yet paid. Answers how many were paid now.
-- Paid rounds are never taken back.
create or replace function pay_referral_rounds(p_referrer uuid, p_bonus_kobo bigint, p_group_size integer) returns integer
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
