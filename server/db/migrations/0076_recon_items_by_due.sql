-- The console lists all of them, the soonest due first.
create index concurrently recon_items_due on recon_items (due_at, id);
