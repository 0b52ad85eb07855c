-- Double entry, append-only. Credit is positive: a wallet above 0 is money we owe the shopper.
-- Only wallets store a balance; a stored balance on a system account would be one hot row for the whole shop.
-- Beside it the holds: what a card payment under way reserves of a wallet.

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

create table ledger_entries (
  id bigint generated always as identity primary key,
  tx_id bigint not null references ledger_tx (id),
  account_id bigint not null references ledger_accounts (id),
  amount_kobo bigint not null check (amount_kobo <> 0),
  created_at timestamptz not null default app_now()
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_tx on ledger_entries (tx_id);

create table ledger_snapshots (
  account_id bigint not null references ledger_accounts (id),
  upto_entry_id bigint not null,
  balance_kobo bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (account_id, upto_entry_id)
);

create trigger ledger_tx_append_only before update or delete on ledger_tx
  for each row execute function refuse_change();
create trigger ledger_tx_no_truncate before truncate on ledger_tx execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries execute function refuse_change();

-- Judged at commit, from either side: a transaction without entries is as wrong as one that does not balance.
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

-- The role that runs the shop gives up the rights too (a superuser keeps them; the triggers stand either way).
-- ledger_tx keeps UPDATE: the foreign key of its entries locks the row, which PostgreSQL counts as one.
revoke update, delete, truncate on ledger_entries from current_user;
revoke delete, truncate on ledger_tx from current_user;

create table wallet_holds (
  payment_id uuid primary key references payments (id),
  user_id uuid not null references users (id),
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'held' check (status in ('held', 'captured', 'released')),
  resolved_at timestamptz,
  created_at timestamptz not null default app_now(),
  check ((status = 'held') = (resolved_at is null))
);
create unique index wallet_holds_one_live on wallet_holds (user_id) where status = 'held';
