-- The console lists them, the newest first: without it, by reading all that ever were.
create index concurrently referrals_flagged on referrals (joined_at) where flags <> '{}';
