-- Events above 8 kB travel between instances by this table (the socket adapter cleans it up itself).
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);

-- A session that is signed out, revoked or belongs to a deleted account loses its sockets on every instance.
create function tell_session_ended() returns trigger
language plpgsql as $$
begin
  perform pg_notify('session_ended', new.id::text);
  return null;
end
$$;
create trigger sessions_ended after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_session_ended();
