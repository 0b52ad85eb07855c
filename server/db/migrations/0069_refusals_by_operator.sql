-- The list of operators counts the wrong secrets of each one: without it, by reading the events of everybody.
create index concurrently security_events_operator on security_events (address) where event = 'operator_refused';
