-- Moves money: inserts a ledger transaction with its entries, updates the wallets and notifies their owners. Nothing
-- else moves money.
--
-- One posting is made for each (p_kind, p_ref); a repeated call changes nothing and returns null. Entries of one
-- account are summed, and zeros are dropped. A wallet credit is rounded up to whole naira, and `promo:goodwill` pays
-- the difference, because screens show no kobo. The caller has locked the user's row of every wallet in `p_accounts`.
create or replace function post_ledger(
  p_kind text, p_ref text, p_reason text, p_description text, p_metadata jsonb, p_actor text,
  p_accounts text[], p_amounts_kobo bigint[]
) returns bigint
language plpgsql as $$
declare
  v_tx bigint;
  v_wallet record;
  v_codes text[];
  v_amounts bigint[];
begin
  perform 1 from ledger_tx where kind = p_kind and ref = p_ref;
  if found then
    return null;
  end if;

  -- A credit to a wallet is rounded up to whole naira.
  with given as (
    select code, sum(amount)::bigint as amount from unnest(p_accounts, p_amounts_kobo) as e (code, amount) group by code
  ), rounded as (
    select code, amount,
      case when code like 'wallet:%' and amount > 0 then (amount + 99) / 100 * 100 else amount end as whole
    from given
  ), posted as (
    select code, sum(whole)::bigint as amount
    from (select code, whole from rounded union all select 'promo:goodwill', sum(amount - whole) from rounded) as e
    group by code
  )
  select array_agg(code), array_agg(amount) into v_codes, v_amounts from posted where amount <> 0;

  perform 1 from wallets w join ledger_accounts a on a.id = w.account_id
    where a.code = any (v_codes) order by w.account_id for no key update of w;

  insert into ledger_tx (kind, ref, reason, description, metadata, actor)
    values (p_kind, p_ref, p_reason, p_description, coalesce(p_metadata, '{}'), p_actor)
    on conflict (kind, ref) do nothing returning id into v_tx;
  if v_tx is null then
    return null;
  end if;

  insert into ledger_entries (tx_id, account_id, amount_kobo)
    select v_tx, a.id, e.amount
    from unnest(v_codes, v_amounts) as e (code, amount) left join ledger_accounts a on a.code = e.code
    order by a.id;

  for v_wallet in
    update wallets w set
      balance_kobo = w.balance_kobo + e.amount,
      credit_total_kobo = w.credit_total_kobo + greatest(e.amount, 0),
      debit_total_kobo = w.debit_total_kobo + greatest(-e.amount, 0),
      tx_count = w.tx_count + 1
    from unnest(v_codes, v_amounts) as e (code, amount) join ledger_accounts a on a.code = e.code
    where w.account_id = a.id
    returning w.user_id, w.balance_kobo, e.amount
  loop
    perform write_notification('notice', 'wallet:' || v_tx || ':' || v_wallet.user_id,
      jsonb_build_object('fact', 'wallet', 'userId', v_wallet.user_id, 'txId', v_tx, 'reason', p_reason,
        'oldBalanceKobo', v_wallet.balance_kobo - v_wallet.amount, 'newBalanceKobo', v_wallet.balance_kobo));
  end loop;
  return v_tx;
end
$$;
