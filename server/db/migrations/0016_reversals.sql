-- Money that went from our account at the provider back to a card, as its lists say: refunds and chargebacks.
create table provider_reversals (
  kind text not null check (kind in ('refund', 'chargeback')),
  id text not null,
  -- The provider's. No foreign key: it may be one that we never heard of.
  tx_id text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'pending' check (status in ('pending', 'taken', 'undone')),
  account text not null references ledger_accounts (code),
  -- Who paid; null: nobody of ours.
  user_id uuid references users (id),
  -- What the shopper had been given for the same money and no longer has; the rest is the shop's loss.
  collected_kobo bigint not null default 0 check (collected_kobo between 0 and amount_kobo),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (kind, id),
  check (collected_kobo = 0 or status = 'taken')
);
create index provider_reversals_tx on provider_reversals (tx_id);
create index provider_reversals_owed on provider_reversals (user_id)
  where status = 'taken' and collected_kobo < amount_kobo;

-- News of such money is a topic of its own: the release before this one leaves it waiting.
alter table outbox drop constraint outbox_topic_check;
alter table outbox add constraint outbox_topic_check check (topic in (
  'notice', 'group.successful', 'group.update', 'join', 'progress', 'referral', 'push', 'provider_event',
  'provider_reversal'));
