-- Refunds to a card that we ask for: the wallet gives the money first, the provider is called afterwards.
create table card_refunds (
  id uuid primary key default gen_random_uuid(),
  -- What was asked for, in words: asking the same again is the same refund.
  key text not null,
  user_id uuid not null references users (id),
  tx_id text not null references provider_transactions (tx_id),
  amount_kobo bigint not null check (amount_kobo > 0),
  -- asked: not sent yet; sent: the provider was called, whatever it answered; done and failed are final.
  status text not null default 'asked' check (status in ('asked', 'sent', 'done', 'failed')),
  -- The provider's id of it, once known.
  refund_id text,
  failure text,
  sent_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check ((sent_at is null) = (status = 'asked'))
);
create unique index card_refunds_key on card_refunds (key) where status <> 'failed';
create index card_refunds_open on card_refunds (created_at) where status in ('asked', 'sent');
create index card_refunds_tx on card_refunds (tx_id);
