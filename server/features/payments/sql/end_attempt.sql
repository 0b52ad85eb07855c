-- Ends a live attempt and frees its hold. False when it was no longer live. Money may still arrive for it.
-- The caller holds the shopper's users row.
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
