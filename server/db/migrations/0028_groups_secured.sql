-- The month's margin reads the groups that were secured in it, not all that ever were.
create index concurrently groups_secured on groups (secured_at) where secured_at is not null;
