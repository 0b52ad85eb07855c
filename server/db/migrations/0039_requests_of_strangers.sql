-- Whether an unknown e-mail has asked already is found as quickly as for a known one, however many have asked.
create index concurrently recovery_requests_strangers on recovery_requests (email)
  where status = 'open' and user_id is null;
