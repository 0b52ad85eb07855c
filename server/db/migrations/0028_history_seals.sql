-- What the rows of an append-only table were when they were an hour old, so that a law can tell that none has changed.
create table history_seals (
  table_name text not null check (table_name in ('ledger_tx', 'ledger_entries', 'audit_log')),
  -- Of this table, one after the other.
  place integer not null check (place > 0),
  -- The rows after the first and up to the second.
  from_id bigint not null,
  upto_id bigint not null check (upto_id >= from_id),
  row_count bigint not null,
  digest numeric not null,
  -- The last row there was when this seal was made: the next one reaches up to it.
  next_id bigint not null check (next_id >= upto_id),
  -- Real time: what is an hour old must be committed by now.
  created_at timestamptz not null default now(),
  primary key (table_name, place)
);
create trigger history_seals_append_only before update or delete on history_seals
  for each row execute function refuse_change();
create trigger history_seals_no_truncate before truncate on history_seals execute function refuse_change();
