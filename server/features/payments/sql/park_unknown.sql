-- A transaction whose reference is none of ours is kept as the provider says it now, and an operator hears of it: a
-- success is parked with a review item, anything else gets an item that its success closes again.
create or replace function park_unknown(p_tx jsonb) returns boolean
language plpgsql as $$
declare
  v_tx provider_transactions;
begin
  insert into provider_transactions (tx_id, reference, status, amount_kobo, currency, account)
    values (p_tx ->> 'id', p_tx ->> 'reference', p_tx ->> 'status', (p_tx ->> 'amountKobo')::bigint,
      p_tx ->> 'currency', provider_account(p_tx ->> 'account'))
    on conflict (tx_id) do update set status = excluded.status, amount_kobo = excluded.amount_kobo,
      currency = excluded.currency, account = excluded.account where provider_transactions.outcome is null;
  select * into v_tx from provider_transactions where tx_id = p_tx ->> 'id' for no key update;
  if v_tx.outcome is not null then
    return false;
  end if;
  if v_tx.status <> 'successful' then
    insert into recon_items (day, kind, reference, theirs, note)
      values (app_now()::date, 'unknown_reference', v_tx.tx_id, to_jsonb(v_tx), 'unknown reference, no success')
      on conflict (kind, reference) do nothing;
    return false;
  end if;
  update recon_items set status = 'resolved', resolved_at = app_now(), note = 'paid: in review'
    where kind = 'unknown_reference' and reference = v_tx.tx_id and status = 'open';
  perform park_received(v_tx, 'unknown reference');
  return true;
end
$$;
