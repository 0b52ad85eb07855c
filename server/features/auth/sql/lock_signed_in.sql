-- A session that has ended changes nothing any more: each write of a shopper asks here, in its own transaction.
--
-- Takes the shopper's row, as every writer of a cart or of money does first, and says whether their session lives: it
-- has neither ended nor grown too old, and the account is neither locked nor deleted. The row is taken before the look,
-- so that what locked, deleted or re-keyed the account meanwhile is seen.
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
