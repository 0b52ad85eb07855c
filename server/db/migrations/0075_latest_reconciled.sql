create index concurrently recon_runs_done_through on recon_runs (done_through) where done_through is not null;
