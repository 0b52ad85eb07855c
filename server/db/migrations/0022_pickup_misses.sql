-- Wrong pickup codes since the last right one. Six digits are worth few guesses.
alter table orders add column pickup_misses smallint not null default 0;
