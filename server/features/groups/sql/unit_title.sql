-- What a line's selling unit is called where people read it: as its group's product named it when the group opened. Null for
-- a line without one.
create or replace function unit_title(p_snapshot jsonb, p_unit text) returns text
language sql stable as $$
  select coalesce((select u ->> 'displayName' from jsonb_array_elements(p_snapshot -> 'units') u
    where u ->> 'name' = p_unit), p_unit)
$$;
