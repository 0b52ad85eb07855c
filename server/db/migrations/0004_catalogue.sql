-- What the shop sells, in which units, and where it is collected. All prices are whole naira in kobo.

create table products (
  id uuid primary key default gen_random_uuid(),
  -- The API refuses a longer slug, so a product with one could be neither opened nor changed.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  description text not null default '',
  images text[] not null default '{}',
  category text not null default '',
  -- Not jsonb, which would sort the names: they are shown in the order in which they were typed.
  specifications json not null default '{}',
  -- Both prices are those of the largest selling unit.
  price_kobo bigint not null check (price_kobo > 0 and price_kobo % 100 = 0),
  base_price_kobo bigint not null check (base_price_kobo % 100 = 0),
  min_units integer not null check (min_units > 0),
  window_hours numeric check (window_hours > 0),
  units_enabled boolean not null default false,
  base_unit_name text,
  rating numeric(2, 1),
  review_count integer,
  solo_enabled boolean not null default true,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- The words by which a search finds it.
  search_terms tsvector not null generated always as (search_terms(title, category, description)) stored,
  check (base_price_kobo >= price_kobo),
  constraint products_slug_length check (length(slug) <= 100)
);
create index products_listing on products (created_at, id) where active;
create index products_by_term on products using gin (search_terms) with (fastupdate = off) where active;
create index products_by_key on products using gin (search_keys(title || ' ' || category)) with (fastupdate = off)
  where active;
create index products_by_category on products (category, created_at, id)
  where active and length(category) between 1 and 100;

create table selling_units (
  product_id uuid not null references products (id) on delete cascade,
  name text not null,
  display_name text not null,
  base_unit_qty integer not null check (base_unit_qty > 0),
  price_type text not null check (price_type in ('manual', 'calculated')),
  custom_price_kobo bigint check (custom_price_kobo > 0 and custom_price_kobo % 100 = 0),
  base_price_kobo bigint not null check (base_price_kobo > 0 and base_price_kobo % 100 = 0),
  active boolean not null default true,
  sort integer not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (product_id, name),
  check ((price_type = 'manual') = (custom_price_kobo is not null))
);

-- Derived images, by the hash of their original; products.images holds these hashes.
create table pictures (
  hash text primary key,
  source_name text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  dominant_color text not null check (dominant_color ~ '^#[0-9a-f]{6}$'),
  tone smallint not null default 0 check (tone between 0 and 15),
  created_at timestamptz not null default app_now()
);

create table pickup_centres (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  state text not null,
  city text not null,
  address text not null,
  hours text not null,
  active boolean not null default true,
  is_default boolean not null default false,
  created_at timestamptz not null default app_now()
);
create unique index pickup_centres_one_default on pickup_centres (lower(state)) where is_default and active;

-- The number of active products, in all and of each category, so that a list need not count them. The triggers below
-- keep it in the same statement that changes products.
create table listed_counts (
  -- '=' for all products, '=' and a name for a category.
  term text collate "C" primary key,
  products integer not null check (products >= 0)
);

create function listed_terms_of(p_category text) returns table (term text)
language sql immutable parallel safe rows 2 as $$
  select '=' union all select '=' || p_category where length(p_category) between 1 and 100
$$;

-- Once for each statement: a trigger for each product would let thousands in one transaction write the same row.
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
  -- In a fixed order, so that two writers cannot deadlock.
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
