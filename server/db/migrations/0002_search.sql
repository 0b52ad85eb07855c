-- By what products are found. A generated column and an index of `products` hold what these functions make of a product,
-- so that nothing has to follow its changes.

-- A text as it is searched: in lower case, without tone marks and apostrophes, with plain letters for Hausa's hooked
-- ones, as `foldText` in contract/rules/text/search-words.ts does it.
create function fold_text(p_text text) returns text
language sql immutable strict parallel safe begin atomic
  select translate(lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f''’ʼ]', '', 'g')),
    'ƁɓƊɗƘƙƳƴ', 'bbddkkyy');
end;

create function search_words(p_text text) returns table (word text)
language sql immutable strict parallel safe rows 20 begin atomic
  select left(found[1], 40) collate "C" from regexp_matches(fold_text(p_text), '[a-z]+|[0-9]+', 'g') as found;
end;

-- The terms by which an index finds a product: each word behind the number of the place in which it comes, 0 for the
-- title, 1 for the category and 2 for the description. A weight instead would be read from each product again.
create function search_terms(p_title text, p_category text, p_description text) returns tsvector
language sql immutable strict parallel safe begin atomic
  select array_to_tsvector(array(
    select place.number || w.word from (values (0, p_title), (1, p_category), (2, p_description)) place (number, text),
      search_words(place.text) w));
end;

create function search_without_one_letter(p_text text) returns table (shorter text)
language sql immutable strict parallel safe rows 7 begin atomic
  select left(p_text, n - 1) || substr(p_text, n + 1) from generate_series(1, length(p_text)) n;
end;

-- The keys that find a word of a title or category. 'P': each of its endings, which a part of the word begins. 'E': its
-- first seven letters without none, one or two of them, which two words share that differ by a typing error. The cost
-- says that the planner should read them of the index and never compute them of a product.
create function search_keys(p_names text) returns tsvector
language sql immutable strict parallel safe cost 10000 begin atomic
  select array_to_tsvector(array(
    select key from search_words(p_names), lateral (
      select 'P' || substr(word, n) from generate_series(1, greatest(length(word) - 2, 1)) n
      union all
      select 'E' || letters from (select left(word, 7)) start (head), lateral (
        select head
        union all select shorter from search_without_one_letter(head)
        union all select two.shorter from search_without_one_letter(head) one, search_without_one_letter(one.shorter) two
          where length(word) > 5) error (letters)
      where word ~ '^[a-z]{3,}$') keys (key)));
end;
