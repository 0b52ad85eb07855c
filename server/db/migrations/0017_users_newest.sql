-- The console lists all shoppers, the newest first.
create index concurrently users_newest on users (created_at, id) where deleted_at is null;
