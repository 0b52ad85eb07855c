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
  -- The most base units that one person may have in one group; null: no limit.
  max_units_per_person integer check (max_units_per_person > 0),
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
-- Today counts the products on sale that a shopper sees without a picture or a description.
create index products_incomplete on products (created_at, id)
  where active and (images = '{}' or description = '');
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

-- From whom and at what cost the shop buys a product. The last row of a product holds; a change adds a row, so that the
-- margin of a past month keeps the costs of its time. No statement for shoppers reads this table.
create table product_supplies (
  product_id uuid not null references products (id) on delete cascade,
  since timestamptz not null default clock_timestamp() + (app_now() - now()),
  supplier text not null default '',
  -- What `base_units` cost: like the prices, of the largest selling unit. Null: not known.
  cost_kobo bigint check (cost_kobo > 0),
  base_units integer not null check (base_units > 0),
  primary key (product_id, since)
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
  -- From Monday to Sunday, such as `09:00-18:00`; empty: closed. They make the text `hours`. Null: there is only the text.
  open_times text[] constraint pickup_centres_open_times_check check (cardinality(open_times) = 7),
  -- The days on which the centre is closed, each with its reason or an empty text: {"2026-12-25": "Christmas"}.
  holidays jsonb not null default '{}'
    constraint pickup_centres_holidays_check check (jsonb_typeof(holidays) = 'object'),
  -- How many orders it can hand out on a day.
  orders_per_day integer constraint pickup_centres_orders_per_day_check check (orders_per_day > 0),
  active boolean not null default true,
  is_default boolean not null default false,
  created_at timestamptz not null default app_now()
);
create unique index pickup_centres_one_default on pickup_centres (lower(state)) where is_default and active;

create function is_centre_open(p_centre pickup_centres, p_at timestamptz) returns boolean
language sql stable parallel safe as $$
  select coalesce((p_centre).open_times[extract(isodow from p_at at time zone 'Africa/Lagos')::int] <> '', true)
    and not (p_centre).holidays ? to_char(p_at at time zone 'Africa/Lagos', 'YYYY-MM-DD')
$$;

-- When goods must be collected that were ready at a time: after 3 days, or on the next day on which the centre is open.
-- A centre that is closed for a month moves nothing. What a shopper reads and what is overdue both follow from this.
create function collect_by(p_centre pickup_centres, p_ready timestamptz) returns timestamptz
language plpgsql stable strict parallel safe as $$
begin
  for days in 3..33 loop
    if is_centre_open(p_centre, p_ready + days * interval '1 day') then
      return p_ready + days * interval '1 day';
    end if;
  end loop;
  return p_ready + interval '3 days';
end
$$;

-- By when the policy promises the goods of a group that became full at a time: on the last day of the second to the
-- fifth on which the centre is open, else on the fifth.
create function expected_by(p_centre pickup_centres, p_full timestamptz) returns timestamptz
language plpgsql stable strict parallel safe as $$
begin
  for days in reverse 5..2 loop
    if is_centre_open(p_centre, p_full + days * interval '1 day') then
      return p_full + days * interval '1 day';
    end if;
  end loop;
  return p_full + interval '5 days';
end
$$;

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
