-- The one writer of notifications: other functions call it, services by notifyShopper and notifyMembers of
-- server/outbox/outbox.ts. The topic says whom the fact is for, one shopper or the members of a group. The same key
-- again changes nothing.
create or replace function write_notification(p_topic text, p_key text, p_fact jsonb) returns void
language plpgsql as $$
begin
  insert into outbox (topic, dedupe_key, payload) values (p_topic, p_key, p_fact)
    on conflict (dedupe_key) do nothing;
end
$$;
