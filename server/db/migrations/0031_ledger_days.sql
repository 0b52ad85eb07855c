-- What each account (all wallets and all escrow are one each) had of each kind of posting, to the end of a Lagos day, in
-- all: sealed once the day is over, so that books and sums over all time need not read every entry.
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

-- When the laws were last judged and found to hold: of what is recent, and of every row.
create table law_checks (
  scope text primary key check (scope in ('recent', 'all')),
  began_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
