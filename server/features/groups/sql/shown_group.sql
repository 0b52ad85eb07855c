-- The group that a product is shown with, for every reply alike: the joinable one; else, for ten minutes after its
-- success, the full one, wherever an operator has moved it meanwhile, unless it failed after all. No row: a virtual one.
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
