-- The channels that have reported the alarm, so that its history says who was told.
alter table alarms add column told_by text[] not null default '{}';
