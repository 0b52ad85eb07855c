-- Settled card payments that are looked at again: somebody may pay twice on one card page.
create index payments_paid_poll on payments (next_poll_at)
  where next_poll_at is not null and outcome is not null and method <> 'wallet_only';
