-- The words by which products are found. Triggers of the products keep them. The words of titles and categories are
-- also found by a part of them and with a typing error.

-- The words of a text, normalised as `contract/rules/search-words.ts` does it.
create function search_words(p_text text) returns table (word text)
language sql immutable strict parallel safe rows 20 as $$
  select left(found[1], 40) collate "C" from regexp_matches(
    translate(lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f''’ʼ]', '', 'g') collate "C"),
      'ƁɓƊɗƘƙƳƴ', 'bbddkkyy'), '[a-z]+|[0-9]+', 'g') as found
$$;

create table search_terms (
  product_id uuid not null references products (id) on delete cascade,
  -- A word; after '=' the name of a category.
  term text collate "C" not null,
  -- Where the word comes first: 0 in the title, 1 in the category, 2 in the description.
  place smallint not null check (place between 0 and 2),
  -- When the product was created, which is the order of a list.
  listed_at timestamptz not null,
  -- The product's category, so that a search within one reads its words alone. Null where no list is made of it.
  category text collate "C",
  primary key (product_id, term)
);
-- The products of a word, the best match first; then the same within one category.
create index search_terms_found on search_terms (term, place, listed_at, product_id);
create index search_terms_in_category on search_terms (category, term, place, listed_at, product_id);

-- The keys that find a word of a title or category. 'tail': each of its endings. 'short': its first seven letters
-- without one or two of them, which two words share that differ by a typing error.
create table search_keys (
  way text collate "C" not null check (way in ('tail', 'short')),
  key text collate "C" not null,
  word text collate "C" not null,
  primary key (way, key, word)
);

-- In steps: the planner would take a single query for a large one and compile it for each word.
create function search_keys_of(p_word text) returns table (way text, key text)
language plpgsql immutable strict parallel safe rows 40 as $$
declare
  v_head text := left(p_word, 7);
  v_less text;
begin
  way := 'tail';
  for n in 1 .. greatest(length(p_word) - 2, 1) loop
    key := substr(p_word, n);
    return next;
  end loop;
  if p_word !~ '^[a-z]{3,}$' then
    return;
  end if;
  way := 'short';
  key := v_head;
  return next;
  for m in 1 .. length(v_head) loop
    v_less := overlay(v_head placing '' from m for 1);
    key := v_less;
    return next;
    for n in m .. length(v_less) loop
      exit when length(p_word) < 6;
      key := overlay(v_less placing '' from n for 1);
      return next;
    end loop;
  end loop;
end
$$;

create function list_search_terms(p products) returns void
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
  -- In a fixed order, so that two writers of new words cannot deadlock.
  for v_word in
    select word from search_words(p.title || ' ' || p.category) group by word order by word
  loop
    continue when exists (select from search_keys where way = 'tail' and key = v_word and word = v_word);
    insert into search_keys (way, key, word)
      select way, key, v_word from search_keys_of(v_word) on conflict do nothing;
  end loop;
end
$$;

-- Only active products are found.
create function search_follows_product() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms where product_id = new.id;
  end if;
  if new.active then
    perform list_search_terms(new);
  end if;
  return null;
end
$$;
create trigger products_searched after insert on products
  for each row execute function search_follows_product();
create trigger products_searched_anew after update of title, description, category, active on products
  for each row when ((old.title, old.description, old.category, old.active)
    is distinct from (new.title, new.description, new.category, new.active))
  execute function search_follows_product();
