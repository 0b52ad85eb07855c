-- Pays the friend's reward, once, when the friend counts. Answers whether it was paid now.
create or replace function pay_welcome(p_referee uuid, p_amount_kobo bigint) returns boolean
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
