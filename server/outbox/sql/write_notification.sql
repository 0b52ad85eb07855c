-- Enqueues a notification. Other SQL functions call it directly, services through `notifyShopper` and
-- `notifyGroupMembers` (server/outbox/outbox.ts). The topic says whether one shopper or all members of a group are
-- notified. A call with a key that was used before changes nothing.
create or replace function write_notification(p_topic text, p_key text, p_fact jsonb) returns void
language plpgsql as $$
begin
  insert into outbox (topic, dedupe_key, payload) values (p_topic, p_key, p_fact)
    on conflict (dedupe_key) do nothing;
end
$$;
