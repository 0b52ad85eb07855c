-- The account that owes us what a provider took, opened with its first transaction. A release from before there could be
-- two providers names none: it knows the first one.
create or replace function provider_account(p_code text) returns text
language plpgsql as $$
begin
  if p_code is null then
    return (select code from ledger_accounts where kind = 'system' and code like 'provider:%' order by id limit 1);
  end if;
  return account_in(p_code, 'NGN');
end
$$;
