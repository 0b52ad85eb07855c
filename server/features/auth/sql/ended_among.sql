-- Returns those of the given sessions that have ended, so that the server closes their sockets.
create or replace function ended_among(p_sessions uuid[]) returns setof uuid
language sql stable as $$
  select one.id from unnest(p_sessions) as one (id)
  where not exists (
    select from sessions s join users u on u.id = s.user_id
    where s.id = one.id and s.revoked_at is null and s.absolute_expires_at > now()
      and u.locked_at is null and u.deleted_at is null)
$$;
