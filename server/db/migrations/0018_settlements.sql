-- What a provider has paid out to us, as its list says.
create table provider_settlements (
  id text primary key,
  account text not null references ledger_accounts (code),
  gross_kobo bigint not null check (gross_kobo >= 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  -- Taken from this payout for refunds and chargebacks, which are booked by themselves.
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  net_kobo bigint not null check (net_kobo >= 0),
  created_at timestamptz not null default app_now()
);
create index provider_settlements_account on provider_settlements (account);
