-- Settles a payment from the wallet alone. Raises AJ003 with the reason when the payment cannot become an order.
--
-- It is sent together with COMMIT (`commitWith`), so only an error can roll the transaction back. It is the last
-- statement of its transaction, because it locks the row of a group, for which buyers wait.
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
