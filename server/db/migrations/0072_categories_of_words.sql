-- Apart from the new column, which everybody who searches would wait for as long as this takes.
update search_terms t set category = p.category from products p
  where p.id = t.product_id and length(p.category) between 1 and 100 and t.category is null;
