-- A spent reset token or temporary key answers its own repetition, whose first answer was lost. Bounded, so that
-- whoever finds a spent one cannot try passwords with it.
alter table reset_tokens add column repeats integer not null default 0 check (repeats between 0 and 20);
alter table temp_keys add column repeats integer not null default 0 check (repeats between 0 and 20);
