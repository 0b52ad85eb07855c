-- Double entry, append-only. Credit is positive: a wallet above 0 is money we owe the shopper.
-- Only wallets store a balance; a stored balance on a system account would be one hot row for the whole shop.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  kind text not null check (kind in ('wallet', 'escrow', 'system')),
  user_id uuid unique references users (id),
  group_id uuid unique,
  created_at timestamptz not null default app_now(),
  check ((kind = 'wallet') = (user_id is not null)),
  check ((kind = 'escrow') = (group_id is not null))
);
create index ledger_accounts_system on ledger_accounts (code) where kind = 'system';
insert into ledger_accounts (code, kind) values
  ('provider:flutterwave', 'system'), ('sales', 'system'), ('promo:referral', 'system'),
  ('promo:goodwill', 'system'), ('fees:flutterwave', 'system'), ('bank', 'system'),
  ('refunds:card', 'system'), ('chargebacks', 'system'), ('suspense', 'system');

create table wallets (
  account_id bigint primary key references ledger_accounts (id),
  user_id uuid not null unique references users (id),
  balance_kobo bigint not null default 0 check (balance_kobo >= 0),
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  credit_total_kobo bigint not null default 0 check (credit_total_kobo >= 0),
  debit_total_kobo bigint not null default 0 check (debit_total_kobo >= 0),
  tx_count bigint not null default 0,
  created_at timestamptz not null default app_now(),
  check (held_kobo <= balance_kobo),
  check (credit_total_kobo - debit_total_kobo = balance_kobo)
) with (fillfactor = 70);

-- Every shopper has a wallet from the first moment.
create function open_wallet() returns trigger
language plpgsql as $$
declare
  v_account bigint;
begin
  insert into ledger_accounts (code, kind, user_id) values ('wallet:' || new.id, 'wallet', new.id)
    returning id into v_account;
  insert into wallets (account_id, user_id) values (v_account, new.id);
  return null;
end
$$;
create trigger users_open_wallet after insert on users for each row execute function open_wallet();

create table ledger_tx (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null,
  reason text not null,
  description text not null default '',
  metadata jsonb not null default '{}',
  actor text not null default 'system',
  created_at timestamptz not null default app_now(),
  unique (kind, ref)
);
create index ledger_tx_created on ledger_tx (created_at);
create index ledger_tx_refunds on ledger_tx (split_part(ref, ':', 1)) where kind in ('group_refund', 'item_refund');

create table ledger_entries (
  id bigint generated always as identity primary key,
  tx_id bigint not null references ledger_tx (id),
  account_id bigint not null references ledger_accounts (id),
  amount_kobo bigint not null check (amount_kobo <> 0),
  created_at timestamptz not null default app_now()
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_tx on ledger_entries (tx_id);

create trigger ledger_tx_append_only before update or delete on ledger_tx
  for each row execute function refuse_change();
create trigger ledger_tx_no_truncate before truncate on ledger_tx execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries execute function refuse_change();

-- The role that runs the shop gives up the rights too. A superuser keeps them, but the triggers hold for a superuser.
-- ledger_tx keeps UPDATE: the foreign key of its entries locks the row, for which PostgreSQL asks that right.
revoke update, delete, truncate on ledger_entries from current_user;
revoke delete, truncate on ledger_tx from current_user;

-- Checked at commit, from either side: a transaction without entries is as wrong as one that does not balance.
create function check_ledger_balance() returns trigger
language plpgsql as $$
declare
  v_tx bigint := case tg_table_name when 'ledger_tx' then new.id else (to_jsonb(new) ->> 'tx_id')::bigint end;
  v_sum numeric;
  v_count integer;
begin
  select coalesce(sum(amount_kobo), 0), count(*) into v_sum, v_count from ledger_entries where tx_id = v_tx;
  if v_sum <> 0 or v_count < 2 then
    raise exception 'ledger transaction % has % entries that sum to %', v_tx, v_count, v_sum
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_tx_balances after insert on ledger_tx
  deferrable initially deferred for each row execute function check_ledger_balance();
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_balance();

-- An entry belongs to the posting that is being made: a balanced pair added to an older one would pass every sum.
create function note_posting() returns trigger
language plpgsql as $$
begin
  perform set_config('shop.posting', new.id::text, true);
  return new;
end
$$;
create trigger ledger_tx_noted before insert on ledger_tx for each row execute function note_posting();

create function refuse_late_entry() returns trigger
language plpgsql as $$
begin
  if new.tx_id::text is distinct from current_setting('shop.posting', true) then
    raise exception 'ledger transaction % is closed', new.tx_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger ledger_entries_in_time before insert on ledger_entries
  for each row execute function refuse_late_entry();

-- The running totals of each account (all wallets are one, all escrows are one) and kind of posting at the end of a
-- Lagos day. Written once the day is over, so that the books and sums over all time need not read every entry.
create table ledger_days (
  day date not null,
  account text not null,
  kind text not null,
  credited_kobo bigint not null check (credited_kobo >= 0),
  debited_kobo bigint not null check (debited_kobo >= 0),
  created_at timestamptz not null default app_now(),
  primary key (day, account, kind)
);
create trigger ledger_days_append_only before update or delete on ledger_days
  for each row execute function refuse_change();

-- Digests of the rows of an append-only table when they were an hour old, by which a change is noticed later.
create table history_seals (
  table_name text not null check (table_name in ('ledger_tx', 'ledger_entries', 'audit_log')),
  -- Counts the seals of one table from 1.
  place integer not null check (place > 0),
  -- The rows after the first and up to the second.
  from_id bigint not null,
  upto_id bigint not null check (upto_id >= from_id),
  row_count bigint not null,
  digest numeric not null,
  -- The last row that there was when this seal was made: the next seal reaches up to it.
  next_id bigint not null check (next_id >= upto_id),
  -- Real time: a row that is an hour old is certainly committed.
  created_at timestamptz not null default now(),
  primary key (table_name, place)
);
create trigger history_seals_append_only before update or delete on history_seals
  for each row execute function refuse_change();
create trigger history_seals_no_truncate before truncate on history_seals execute function refuse_change();

-- When the invariants were last checked and found to hold: of recent rows, and of every row.
create table invariant_checks (
  scope text primary key check (scope in ('recent', 'all')),
  began_at timestamptz not null,
  created_at timestamptz not null default app_now()
);

-- Money that went from our account at the provider back to a card, as its lists say: refunds and chargebacks.
create table provider_reversals (
  kind text not null check (kind in ('refund', 'chargeback')),
  id text not null,
  -- The provider's id. No foreign key: the transaction may be one that we never heard of.
  tx_id text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Of the card payment: a reversal is posted to accounts of that currency.
  currency text not null,
  status text not null default 'pending' check (status in ('pending', 'taken', 'undone')),
  account text not null references ledger_accounts (code),
  -- Null when no shopper of ours paid.
  user_id uuid references users (id),
  -- Taken back from the shopper, who had been given the same money; the rest is the shop's loss.
  collected_kobo bigint not null default 0 check (collected_kobo between 0 and amount_kobo),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (kind, id),
  check (collected_kobo = 0 or status = 'taken')
);
create index provider_reversals_tx on provider_reversals (tx_id);
create index provider_reversals_owed on provider_reversals (user_id)
  where status = 'taken' and collected_kobo < amount_kobo;

-- Refunds to a card that we request: the wallet gives the money first, the provider is called afterwards.
create table card_refunds (
  id uuid primary key default gen_random_uuid(),
  -- The request in words: the same request again is the same refund.
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

-- What a provider has paid out to us, as its list says. The net is below 0 when it takes back more than it pays.
create table provider_settlements (
  id text primary key,
  account text not null references ledger_accounts (code),
  gross_kobo bigint not null check (gross_kobo >= 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  -- Kept back for refunds and chargebacks, which have postings of their own.
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  net_kobo bigint not null,
  created_at timestamptz not null default app_now()
);
create index provider_settlements_account on provider_settlements (account);
