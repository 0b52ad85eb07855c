-- The account that owes us what a provider took, opened with its first transaction. A release from before there could be
-- two providers names none: it knows the first one.
create or replace function provider_account(p_code text) returns text
language plpgsql as $$
begin
  if p_code is null then
    return (select code from ledger_accounts where kind = 'system' and code like 'provider:%' order by id limit 1);
  end if;
  perform 1 from ledger_accounts where code = p_code;
  if not found then
    insert into ledger_accounts (code, kind) values (p_code, 'system') on conflict (code) do nothing;
  end if;
  return p_code;
end
$$;
