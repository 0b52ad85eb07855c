-- settle: what a payment becomes once the provider has spoken. Equal for callback, webhook, poller and status
-- call; repeating it in any order changes nothing.

-- Money that cannot become an order goes to the wallet. An amount that is not positive posts nothing.
create function credit_received(p_payment payments, p_tx provider_transactions) returns void
language plpgsql as $$
begin
  if p_tx.amount_kobo > 0 then
    perform post_ledger('late_credit', p_tx.tx_id::text, 'REFUND', 'Payment ' || p_payment.reference,
      jsonb_build_object('reference', p_payment.reference), 'system',
      array['provider:flutterwave', 'wallet:' || p_payment.user_id], array[-p_tx.amount_kobo, p_tx.amount_kobo]);
  end if;
  update provider_transactions set outcome = 'wallet_credited', settled_at = app_now() where tx_id = p_tx.tx_id;
end
$$;

-- Money that nobody may touch without a person: parked in suspense with a due time. p_tx may belong to no
-- payment of ours at all.
create function park_received(p_tx provider_transactions, p_note text) returns void
language plpgsql as $$
begin
  if p_tx.amount_kobo > 0 then
    perform post_ledger('unmatched', p_tx.tx_id::text, 'UNMATCHED', 'Transaction ' || p_tx.tx_id,
      jsonb_build_object('reference', p_tx.reference, 'currency', p_tx.currency), 'system',
      array['provider:flutterwave', 'suspense'], array[-p_tx.amount_kobo, p_tx.amount_kobo]);
  end if;
  update provider_transactions set outcome = 'review', settled_at = app_now() where tx_id = p_tx.tx_id;
  insert into recon_items (day, kind, reference, theirs, note)
    values (app_now()::date, 'review', p_tx.tx_id::text, to_jsonb(p_tx), p_note)
    on conflict (kind, reference) do nothing;
end
$$;

-- The end of a payment that made no order: outcome, hold, and what the shopper is told.
create function close_without_order(
  p_payment payments, p_tx provider_transactions, p_status text, p_outcome text, p_failure text
) returns void
language plpgsql as $$
begin
  perform end_hold(p_payment.id, 'released');
  update payments set status = p_status, outcome = p_outcome, settled_at = app_now(), updated_at = app_now(),
      provider_tx_id = p_tx.tx_id, received_kobo = p_tx.amount_kobo, failure = p_failure
    where id = p_payment.id;
  if p_outcome = 'wallet_credited' then
    insert into outbox (topic, dedupe_key, payload)
      values ('notice', 'pay:' || p_payment.reference || ':credited', jsonb_build_object(
        'fact', 'payment_credited', 'userId', p_payment.user_id, 'reference', p_payment.reference,
        'receivedKobo', p_tx.amount_kobo))
      on conflict (dedupe_key) do nothing;
  end if;
end
$$;

-- Why a verified payment cannot become an order; null when it can. Supersedes other attempts first, because
-- the money that arrived goes before money that may.
create function order_obstacle(p_payment payments) returns text
language plpgsql as $$
declare
  v_other uuid;
begin
  perform 1 from payments where cart_id = p_payment.cart_id and outcome = 'ordered';
  if found then
    return 'cart_bought';
  end if;
  for v_other in
    select id from payments where user_id = p_payment.user_id and cart_id = p_payment.cart_id
      and id <> p_payment.id and status in ('created', 'pending')
  loop
    perform end_attempt(v_other, 'superseded', null);
  end loop;
  perform 1 from payment_lines l join products p on p.id = l.product_id
    where l.payment_id = p_payment.id and not p.active;
  if found then
    return 'product_withdrawn';
  end if;
  if p_payment.wallet_kobo > 0
    and not exists (select from wallet_holds where payment_id = p_payment.id and status = 'held')
    and not exists (select from wallets where user_id = p_payment.user_id
                    and balance_kobo - held_kobo >= p_payment.wallet_kobo) then
    return 'wallet_short';
  end if;
  return null;
end
$$;

-- p_tx: the provider's verified transaction {id, reference, status, amountKobo, currency, reason}, or null for
-- a wallet-only payment. p_window_hours: how long a group opened here runs when its product names no window.
-- Answers {result, reason?}: 'ordered', 'wallet_credited', 'review' (what became of this transaction, now or
-- earlier), 'unchanged' (no verdict yet), 'refused' with a reason (wallet-only: the caller rolls back),
-- 'unknown_reference', 'mismatch' (the transaction belongs to another reference).
create function settle_payment(p_reference text, p_tx jsonb, p_window_hours numeric) returns jsonb
language plpgsql as $$
declare
  v_payment payments;
  v_tx provider_transactions;
  v_order orders;
  v_obstacle text;
  v_placed boolean := false;
  v_deleted boolean;
begin
  -- Lock order: users, carts, payments by reference, then holds, wallets, ledger, groups last.
  select * into v_payment from payments where reference = p_reference;
  if not found then
    return jsonb_build_object('result', 'unknown_reference');
  end if;
  select deleted_at is not null into v_deleted from users where id = v_payment.user_id for no key update;
  perform 1 from carts where id = v_payment.cart_id for no key update;
  perform 1 from payments where user_id = v_payment.user_id
      and (reference = p_reference or status in ('created', 'pending'))
    order by reference for no key update;
  select * into v_payment from payments where reference = p_reference;

  if p_tx is null then
    if v_payment.outcome is not null or v_payment.method <> 'wallet_only'
      or v_payment.status not in ('created', 'pending') then
      return jsonb_build_object('result', coalesce(v_payment.outcome, 'unchanged'));
    end if;
  else
    if p_tx ->> 'reference' <> p_reference then
      return jsonb_build_object('result', 'mismatch');
    end if;
    insert into provider_transactions (tx_id, reference, status, amount_kobo, currency)
      values ((p_tx ->> 'id')::bigint, p_reference, p_tx ->> 'status', (p_tx ->> 'amountKobo')::bigint,
        p_tx ->> 'currency')
      on conflict (tx_id) do update set status = excluded.status, amount_kobo = excluded.amount_kobo,
        currency = excluded.currency
      where provider_transactions.outcome is null and provider_transactions.reference = excluded.reference;
    select * into v_tx from provider_transactions where tx_id = (p_tx ->> 'id')::bigint;
    if v_tx.reference <> p_reference then
      return jsonb_build_object('result', 'mismatch');
    end if;
    if v_tx.outcome is not null then
      return jsonb_build_object('result', v_tx.outcome);
    end if;
    if v_tx.status <> 'successful' then
      if v_tx.status = 'failed' then
        update payments set failure = coalesce(p_tx ->> 'reason', failure), updated_at = app_now()
          where id = v_payment.id and status in ('created', 'pending');
      end if;
      return jsonb_build_object('result', 'unchanged');
    end if;
    -- Nobody to give it to: an order or a credit of an erased account would be lost.
    if v_tx.currency <> 'NGN' or v_deleted then
      perform park_received(v_tx, case when v_deleted then 'account deleted' else 'paid in ' || v_tx.currency end);
      if v_payment.outcome is null then
        perform close_without_order(v_payment, v_tx, 'review', 'review',
          case when v_deleted then 'account_deleted' else 'currency' end);
      end if;
      return jsonb_build_object('result', 'review');
    end if;
    if v_payment.outcome is not null then
      perform credit_received(v_payment, v_tx);
      return jsonb_build_object('result', 'wallet_credited', 'reason', 'paid_again');
    end if;
    if v_tx.amount_kobo < v_payment.card_kobo then
      v_obstacle := 'paid_less';
    end if;
  end if;

  v_obstacle := coalesce(v_obstacle, order_obstacle(v_payment));
  if v_obstacle is not null then
    if p_tx is null then
      return jsonb_build_object('result', 'refused', 'reason', v_obstacle);
    end if;
    perform credit_received(v_payment, v_tx);
    perform close_without_order(v_payment, v_tx, 'succeeded', 'wallet_credited', v_obstacle);
    return jsonb_build_object('result', 'wallet_credited', 'reason', v_obstacle);
  end if;

  update payments set status = 'succeeded', outcome = 'ordered', settled_at = app_now(), updated_at = app_now(),
      provider_tx_id = v_tx.tx_id, received_kobo = coalesce(v_tx.amount_kobo, 0), failure = null
    where id = v_payment.id returning * into v_payment;
  update provider_transactions set outcome = 'ordered', settled_at = app_now() where tx_id = v_tx.tx_id;
  perform end_hold(v_payment.id, 'captured');
  perform consume_cart(v_payment.cart_id, v_payment.id);
  v_order := insert_order(v_payment);

  -- The block is a savepoint: nothing that names a group survives a missed update.
  for v_round in 1 .. 8 loop
    begin
      perform place_order(v_order, v_payment, v_payment.received_kobo, p_window_hours);
      v_placed := true;
    exception when sqlstate 'AJ001' then
      null;
    end;
    exit when v_placed;
  end loop;
  if not v_placed then
    raise exception 'no group held still for payment %', p_reference using errcode = 'serialization_failure';
  end if;
  return jsonb_build_object('result', 'ordered', 'orderId', v_order.id, 'trackingNo', v_order.tracking_no);
end
$$;

-- A success whose reference is none of ours: kept, parked, shown to the operator.
create function park_unknown(p_tx jsonb) returns boolean
language plpgsql as $$
declare
  v_tx provider_transactions;
begin
  insert into provider_transactions (tx_id, reference, status, amount_kobo, currency)
    values ((p_tx ->> 'id')::bigint, p_tx ->> 'reference', p_tx ->> 'status', (p_tx ->> 'amountKobo')::bigint,
      p_tx ->> 'currency')
    on conflict (tx_id) do update set status = excluded.status where provider_transactions.outcome is null;
  select * into v_tx from provider_transactions where tx_id = (p_tx ->> 'id')::bigint for no key update;
  if v_tx.outcome is not null or v_tx.status <> 'successful' then
    return false;
  end if;
  perform park_received(v_tx, 'unknown reference');
  return true;
end
$$;
