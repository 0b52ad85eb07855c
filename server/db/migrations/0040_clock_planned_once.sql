-- A function in SQL is parsed and planned again in each statement that names it, one in PL/pgSQL once in a connection. Most
-- columns that say when something happened have this one as their default: a purchase asks it some thirty times.
create or replace function app_now() returns timestamptz
language plpgsql stable as $$
begin
  return now() + coalesce(
    (select (value #>> '{}')::double precision from settings where key = 'clock_offset'), 0
  ) * interval '1 millisecond';
end
$$;
