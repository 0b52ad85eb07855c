-- What happened is neither emptied nor written on.
create trigger group_history_no_truncate before truncate on group_history execute function refuse_change();

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
