-- Ends an open payment attempt as failed and notifies the shopper. Returns false when the attempt had already ended.
-- The caller has locked the shopper's row.
create or replace function fail_attempt(p_payment uuid, p_reason text) returns boolean
language plpgsql as $$
begin
  if not end_attempt(p_payment, 'failed', p_reason) then
    return false;
  end if;
  perform write_notification('notice', 'pay:' || reference || ':failed', jsonb_build_object(
      'fact', 'payment_failed', 'userId', user_id, 'reference', reference, 'reason', p_reason))
    from payments where id = p_payment;
  return true;
end
$$;
