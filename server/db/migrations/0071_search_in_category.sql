-- The words of a category are found by themselves: among the products that have a word, thousands may have to be asked
-- for their category. Null where it is no chip.
alter table search_terms add column category text collate "C";

create or replace function list_search_terms(p products) returns void
language plpgsql as $$
declare
  -- A longer one would not fit into the index.
  v_category text := case when length(p.category) between 1 and 100 then p.category end;
  v_word text;
begin
  insert into search_terms (product_id, term, place, listed_at, category)
    select p.id, found.term, min(found.place), p.created_at, v_category
    from (select word as term, 0 as place from search_words(p.title)
      union all select word, 1 from search_words(p.category)
      union all select word, 2 from search_words(p.description)
      union all select '=' || v_category, 0 where v_category is not null) found
    group by found.term;
  -- In one order, so that two who write new words wait for each other one way only.
  for v_word in
    select word from search_words(p.title || ' ' || p.category) group by word order by word
  loop
    continue when exists (select from search_keys where way = 'tail' and key = v_word and word = v_word);
    insert into search_keys (way, key, word)
      select way, key, v_word from search_keys_of(v_word) on conflict do nothing;
  end loop;
end
$$;
