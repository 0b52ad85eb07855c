-- What is sent together with COMMIT (`commitWith`) cannot be looked at before it: a refusal must raise, so that all
-- of the transaction is rolled back. Each is the last statement of its transaction, since it locks a group's row.

-- The wallet-only path of initialise. Raises AJ003 with the reason when the payment cannot become an order.
create function settle_from_wallet(p_reference text, p_window_hours numeric) returns void
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

-- Raises AJ002 when the shopper is no member, or the group can no longer be left.
create function leave_or_refuse(p_user uuid, p_group uuid) returns void
language plpgsql as $$
begin
  if leave_group(p_user, p_group) not in ('left', 'already_left') then
    raise exception 'the group cannot be left' using errcode = 'AJ002';
  end if;
end
$$;
