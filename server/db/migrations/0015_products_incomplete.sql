-- Today counts the products on sale that a shopper sees without a picture or a description.
create index concurrently products_incomplete on products (created_at, id)
  where active and (images = '{}' or description = '');
