-- A phone that cannot be reached any more is dropped. failed_at is the first failure since the last message that
-- arrived, failures how many there were.
alter table push_subscriptions add column failures integer not null default 0;

-- The jobs that lease rows look for one topic each, past whatever waits in the others.
create index outbox_topic_waiting on outbox (topic, available_at, id) where done_at is null and dead_at is null;
