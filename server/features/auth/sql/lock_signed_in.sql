-- Locks the shopper's row and returns whether the session is still valid. Every write of a shopper calls this first, in
-- its own transaction, so that an ended session changes nothing.
--
-- A session ends when it is revoked or too old, or when its account is locked or deleted. The row is locked before the
-- session is read, so that a concurrent lock, deletion or change of the password is seen.
create or replace function lock_signed_in(p_user uuid, p_session uuid) returns boolean
language plpgsql as $$
begin
  perform 1 from users where id = p_user for no key update;
  return exists (
    select from sessions s join users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.revoked_at is null and s.absolute_expires_at > now()
      and u.locked_at is null and u.deleted_at is null);
end
$$;
