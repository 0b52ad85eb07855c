-- Ends an open payment attempt and releases the wallet amount that it reserved. Returns false when the attempt had
-- already ended. Money may still arrive for an ended attempt. The caller has locked the shopper's row.
create or replace function end_attempt(p_payment uuid, p_status text, p_failure text) returns boolean
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
