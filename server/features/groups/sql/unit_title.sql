-- Returns the display name of a line's selling unit, as the product had it when the group opened. Null for a line
-- without a selling unit.
create or replace function unit_title(p_snapshot jsonb, p_unit text) returns text
language sql stable as $$
  select coalesce((select u ->> 'displayName' from jsonb_array_elements(p_snapshot -> 'units') u
    where u ->> 'name' = p_unit), p_unit)
$$;
