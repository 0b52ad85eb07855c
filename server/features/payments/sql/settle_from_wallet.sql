-- Sent together with COMMIT (`commitWith`): its answer cannot be looked at before it, so a refusal raises and all of the
-- transaction is rolled back. The last statement of its transaction, since it locks a group's row.
--
-- The wallet-only path of initialise. Raises AJ003 with the reason when the payment cannot become an order.
create or replace function settle_from_wallet(p_reference text, p_window_hours numeric) returns void
language plpgsql as $$
declare
  v_answer jsonb := settle_payment(p_reference, null, p_window_hours);
begin
  if v_answer ->> 'result' = 'refused' then
    raise exception '%', v_answer ->> 'reason' using errcode = 'AJ003';
  elsif v_answer ->> 'result' <> 'ordered' then
    raise exception 'a wallet payment was settled as %', v_answer ->> 'result';
  end if;
end
$$;
