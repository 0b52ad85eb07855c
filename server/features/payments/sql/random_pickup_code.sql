-- Returns six digits that nobody can predict, made of 48 random bits of a UUID, which come from the system's secure
-- source.
create or replace function random_pickup_code() returns text
language plpgsql volatile as $$
begin
  return lpad((('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint % 1000000)::text, 6, '0');
end
$$;
