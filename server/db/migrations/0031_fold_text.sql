-- A text as operators search it: in lower case, without tone marks and apostrophes, with plain letters for Hausa's hooked
-- ones, as `foldText` in contract/rules/text/search-words.ts does it.
create function fold_text(p_text text) returns text
language sql immutable strict parallel safe begin atomic
  select translate(lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f''’ʼ]', '', 'g')),
    'ƁɓƊɗƘƙƳƴ', 'bbddkkyy');
end;
