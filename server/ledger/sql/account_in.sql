-- The account of this code for money of a currency: naira have the plain one, any other its own (suspense:USD), opened
-- when it is first needed. So no sum of naira holds a cent.
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
