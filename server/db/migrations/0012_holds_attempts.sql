-- Wallet holds and the ends of a payment attempt. The caller holds the shopper's users row.
-- A hold is not a posting: it raises wallets.held_kobo only.

-- False when the wallet has less than p_amount_kobo free; then nothing changed.
create function take_hold(p_payment uuid, p_user uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
begin
  perform 1 from wallet_holds where payment_id = p_payment and status = 'held';
  if found then
    return true;
  end if;
  update wallets set held_kobo = held_kobo + p_amount_kobo
    where user_id = p_user and balance_kobo - held_kobo >= p_amount_kobo;
  if not found then
    return false;
  end if;
  insert into wallet_holds (payment_id, user_id, amount_kobo) values (p_payment, p_user, p_amount_kobo)
    on conflict (payment_id) do update set status = 'held', resolved_at = null
    where wallet_holds.status = 'released';
  if not found then
    raise exception 'the hold of payment % was captured', p_payment using errcode = 'check_violation';
  end if;
  return true;
end
$$;

-- Ends a live hold: 'captured' when the money is about to be debited, 'released' otherwise.
create function end_hold(p_payment uuid, p_status text) returns boolean
language plpgsql as $$
declare
  v_hold wallet_holds;
begin
  update wallet_holds set status = p_status, resolved_at = app_now()
    where payment_id = p_payment and status = 'held' returning * into v_hold;
  if not found then
    return false;
  end if;
  update wallets set held_kobo = held_kobo - v_hold.amount_kobo where user_id = v_hold.user_id;
  return true;
end
$$;

-- Ends a live attempt and frees its hold. False when it was no longer live. Money may still arrive for it.
create function end_attempt(p_payment uuid, p_status text, p_failure text) returns boolean
language plpgsql as $$
begin
  update payments set status = p_status, failure = coalesce(p_failure, failure), updated_at = app_now()
    where id = p_payment and status in ('created', 'pending');
  if not found then
    return false;
  end if;
  perform end_hold(p_payment, 'released');
  return true;
end
$$;

-- The same, told to the shopper.
create function fail_attempt(p_payment uuid, p_reason text) returns boolean
language plpgsql as $$
begin
  if not end_attempt(p_payment, 'failed', p_reason) then
    return false;
  end if;
  insert into outbox (topic, dedupe_key, payload)
    select 'notice', 'pay:' || reference || ':failed', jsonb_build_object('fact', 'payment_failed',
      'userId', user_id, 'reference', reference, 'reason', p_reason)
    from payments where id = p_payment
    on conflict (dedupe_key) do nothing;
  return true;
end
$$;
