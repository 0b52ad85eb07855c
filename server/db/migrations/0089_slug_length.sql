-- A longer slug is found by no call, so nobody could open or change its product. One that was brought in before keeps
-- its beginning and gets an end that no other has.
update products set slug = rtrim(left(slug, 87), '-') || '-' || left(md5(slug), 12) where length(slug) > 100;
alter table products add constraint products_slug_length check (length(slug) <= 100);
