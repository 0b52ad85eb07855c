-- How many products are on sale, in all and of each category, so that a list says it without counting them. Kept by the
-- statement that changes products, whoever writes it.
create table listed_counts (
  -- '=' for all of them; after it the name of a category, as in `search_terms`.
  term text collate "C" primary key,
  products integer not null check (products >= 0)
);

create function listed_terms_of(p_category text) returns table (term text)
language sql immutable parallel safe rows 2 as $$
  select '=' union all select '=' || p_category where length(p_category) between 1 and 100
$$;

-- Once for a statement: for each product, thousands in one transaction would all write the same row.
create function count_listed_products() returns trigger
language plpgsql as $$
declare
  v_gained text[] := '{}';
  v_lost text[] := '{}';
  v_term text;
  v_change integer;
begin
  if tg_op <> 'DELETE' then
    v_gained := array(select category from products_after where active);
  end if;
  if tg_op <> 'INSERT' then
    v_lost := array(select category from products_before where active);
  end if;
  -- In one order, so that two who write wait for each other one way only.
  for v_term, v_change in
    select t.term, sum(c.change) from (
      select unnest(v_gained) as category, 1 as change union all select unnest(v_lost), -1) c,
      lateral listed_terms_of(c.category) t
    group by t.term having sum(c.change) <> 0 order by t.term
  loop
    insert into listed_counts (term, products) values (v_term, 0) on conflict do nothing;
    update listed_counts set products = products + v_change where term = v_term;
  end loop;
  return null;
end
$$;
create trigger products_counted after insert on products referencing new table as products_after
  for each statement execute function count_listed_products();
create trigger products_counted_anew after update on products
  referencing old table as products_before new table as products_after
  for each statement execute function count_listed_products();
create trigger products_counted_off after delete on products referencing old table as products_before
  for each statement execute function count_listed_products();

-- Nobody writes products meanwhile: the triggers wait for those who do.
insert into listed_counts (term, products)
  select t.term, count(*) from products p, listed_terms_of(p.category) t where p.active group by t.term;
