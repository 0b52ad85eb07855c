-- A phone gets messages for as long as the session that asked for them lives: sign-out, a lock, a new password and a
-- reused token all end it. Rows from before know no session; any end among their owner's sessions takes them along.

alter table push_subscriptions add column session_id uuid references sessions (id) on delete cascade;
create index push_subscriptions_session on push_subscriptions (session_id);

create or replace function tell_session_ended() returns trigger
language plpgsql as $$
begin
  delete from push_subscriptions
    where session_id = new.id or (session_id is null and user_id = new.user_id);
  perform pg_notify('session_ended', new.id::text);
  return null;
end
$$;
