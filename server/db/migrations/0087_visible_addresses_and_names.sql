-- Addresses and names as contract/rules/typed-text.ts and email.ts write them now. An address whose normal form another
-- account has stays as it is: its owner is found by it as it was typed.

with cleaned as (
  select id, created_at, btrim(regexp_replace(lower(normalize(regexp_replace(email::text,
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]',
      '', 'g'), NFKC)), '^mailto:', ''), '<>()[]{}"''.,:;!? ') as email
  from users where email is not null
), chosen as (
  select distinct on (c.email) c.id, c.email from cleaned c join users u on u.id = c.id
  where u.email::text <> c.email and c.email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
    and not exists (select 1 from users o where o.email = c.email::email_address and o.id <> c.id)
  order by c.email, c.created_at, c.id
)
update users u set email = chosen.email::email_address from chosen where u.id = chosen.id;

with cleaned as (
  select id, btrim(regexp_replace(normalize(regexp_replace(name,
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]',
      '', 'g'), NFC), '\s+', ' ', 'g')) as name
  from users where deleted_at is null
)
update users u set name = cleaned.name from cleaned
  where u.id = cleaned.id and u.name <> cleaned.name and cleaned.name <> '';
