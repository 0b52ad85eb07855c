-- The words of one category, the best first.
create index concurrently search_terms_in_category on search_terms (category, term, place, listed_at, product_id);
