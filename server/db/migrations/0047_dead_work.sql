-- What was given up is looked for twice a minute. It is never much.
create index concurrently outbox_dead on outbox (topic) where dead_at is not null and done_at is null;
