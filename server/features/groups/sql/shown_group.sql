-- Returns the group that every reply shows with a product: the joinable one; else, for ten minutes after its success,
-- the one that became full, unless it has failed since. Without a row the reply shows an empty group, which the first
-- buyer opens.
create or replace function shown_group(p_product uuid) returns setof groups
language sql stable as $$
  (select * from groups where product_id = p_product and kind = 'open' and joinable and deadline > app_now())
  union all
  (select * from groups
     where product_id = p_product and kind = 'open' and succeeded_at > app_now() - interval '10 minutes'
       and status not in ('failed', 'refunded')
     order by succeeded_at desc limit 1)
  limit 1
$$;
