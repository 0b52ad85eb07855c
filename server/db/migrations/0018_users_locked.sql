-- The console lists the shoppers who are locked out.
create index concurrently users_locked on users (created_at, id) where locked_at is not null;
