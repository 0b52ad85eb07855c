-- Returns the code of the ledger account for money in this currency, and opens the account when it is first needed.
-- Naira have the plain code and any other currency its own (`suspense:USD`), so that no sum of naira contains another
-- currency.
create or replace function account_in(p_code text, p_currency text) returns text
language plpgsql as $$
declare
  v_code text := p_code || case when p_currency = 'NGN' then '' else ':' || upper(left(p_currency, 10)) end;
begin
  perform 1 from ledger_accounts where code = v_code;
  if not found then
    insert into ledger_accounts (code, kind) values (v_code, 'system') on conflict (code) do nothing;
  end if;
  return v_code;
end
$$;
