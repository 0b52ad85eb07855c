-- Returns up to 8 random Crockford base32 characters, made of the random bits of a UUID (version 4).
create or replace function random_crockford(p_length integer) returns text
language plpgsql volatile as $$
begin
  return (
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      (get_byte(bytes, case when i < 6 then i else i + 3 end) & 31) + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as source, generate_series(0, p_length - 1) as i
  );
end
$$;
