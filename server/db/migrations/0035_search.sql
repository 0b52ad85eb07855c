-- What products are found by: their words, and of each product its category. Kept by the products' own trigger, whoever
-- writes them. The words of titles and categories can be found by a part of them and with a typing fault.

-- The words of a text, folded as `contract/rules/search-words.ts` does it.
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
  -- Where it stands first: 0 in the title, 1 in the category, 2 in the description.
  place smallint not null check (place between 0 and 2),
  -- Of the product: the order of the list.
  listed_at timestamptz not null,
  primary key (product_id, term)
);
create index search_terms_found on search_terms (term, place, listed_at, product_id);

-- By what a word of a title or category is found: each end of it ('tail'), and what is left of its first seven letters
-- when one or two are taken away ('short'), which two words share that differ by a typing fault.
create table search_keys (
  way text collate "C" not null check (way in ('tail', 'short')),
  key text collate "C" not null,
  word text collate "C" not null,
  primary key (way, key, word)
);

-- In steps and not as one query, which would be guessed to be large and then be compiled for each word.
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
  v_word text;
begin
  insert into search_terms (product_id, term, place, listed_at)
    select p.id, found.term, min(found.place), p.created_at
    from (select word as term, 0 as place from search_words(p.title)
      union all select word, 1 from search_words(p.category)
      union all select word, 2 from search_words(p.description)
      -- A longer one is no chip, and would not fit into the index.
      union all select '=' || p.category, 0 where length(p.category) between 1 and 100) found
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

-- Only what is on sale is found.
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

select list_search_terms(p) from products p where active order by id;
