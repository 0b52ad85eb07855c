-- The escrow account of a group, made where it has none yet: a purchase alone goes to sales at once.
create or replace function escrow_account(p_group uuid) returns text
language plpgsql as $$
begin
  insert into ledger_accounts (code, kind, group_id) values ('escrow:' || p_group, 'escrow', p_group)
    on conflict do nothing;
  return 'escrow:' || p_group;
end
$$;
