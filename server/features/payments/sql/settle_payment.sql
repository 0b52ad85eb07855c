-- Decides and books what becomes of a payment after the provider has reported a transaction. Browser return, webhook,
-- poller and status call all use it; repeated calls in any order have the effect of one.
--
-- `p_tx` is the provider's verified transaction {id, reference, status, amountKobo, currency, reason, account}, where
-- `account` is the provider's ledger account; null for a payment from the wallet alone. `p_window_hours` is the
-- duration of a group that opens here, unless its product has its own.
--
-- Returns {result, reason?}. 'ordered', 'wallet_credited' or 'review': what became of this transaction, now or earlier.
-- 'unchanged': the provider has no result yet. 'refused', with a reason: a payment from the wallet alone that the
-- caller rolls back. 'unknown_reference': no payment has this reference. 'mismatch': the transaction belongs to another
-- reference.
create or replace function settle_payment(p_reference text, p_tx jsonb, p_window_hours numeric) returns jsonb
-- Every statement finds its rows by a key, so one generic plan suits all values and is never made again.
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_payment payments;
  v_tx provider_transactions;
  v_order orders;
  v_obstacle text;
  v_deleted boolean;
  v_error text;
begin
  -- Lock order: users, carts, payments by reference, then holds, wallets, ledger and last groups, so that no two
  -- transactions deadlock.
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
    insert into provider_transactions (tx_id, reference, status, amount_kobo, currency, account)
      values (p_tx ->> 'id', p_reference, p_tx ->> 'status', (p_tx ->> 'amountKobo')::bigint,
        p_tx ->> 'currency', account_in(p_tx ->> 'account', 'NGN'))
      on conflict (tx_id) do update set status = excluded.status, amount_kobo = excluded.amount_kobo,
        currency = excluded.currency, account = excluded.account
      where provider_transactions.outcome is null and provider_transactions.reference = excluded.reference;
    select * into v_tx from provider_transactions where tx_id = p_tx ->> 'id';
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
    -- A deleted account can get neither order nor credit, and no wallet takes another currency, so an operator decides.
    if v_tx.currency <> 'NGN' or v_deleted then
      perform park_received(v_tx, case when v_deleted then 'account deleted' else 'paid in ' || v_tx.currency end);
      if v_payment.outcome is null then
        perform close_without_order(v_payment, v_tx, 'review', 'review',
          case when v_deleted then 'account_deleted' else 'currency' end);
      end if;
      return jsonb_build_object('result', 'review');
    end if;
    if v_payment.outcome is not null then
      return credit_or_park(v_payment, v_tx, 'paid_again');
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
    return credit_or_park(v_payment, v_tx, v_obstacle);
  end if;

  begin
    v_order := make_order(v_payment, v_tx, p_window_hours);
    return jsonb_build_object('result', 'ordered', 'orderId', v_order.id, 'trackingNo', v_order.tracking_no);
  exception when sqlstate 'AJ004' then
    v_obstacle := 'limit_reached';
  when others then
    -- A payment from the wallet alone has debited nothing yet, so the caller rolls back and shows the error.
    if p_tx is null or is_passing_error(sqlstate) then
      raise;
    end if;
    v_error := sqlstate || ' ' || sqlerrm;
  end;
  if v_obstacle is not null then
    return case when p_tx is null then jsonb_build_object('result', 'refused', 'reason', v_obstacle)
      else credit_or_park(v_payment, v_tx, v_obstacle) end;
  end if;
  insert into recon_items (day, kind, reference, theirs, note)
    values (app_now()::date, 'order_failed', v_tx.tx_id, to_jsonb(v_tx), left(v_error, 500))
    on conflict (kind, reference) do nothing;
  return credit_or_park(v_payment, v_tx, 'order_failed');
end
$$;
