-- What the shop sells, in which units, and where it is collected. All prices are whole naira in kobo.

create table products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  description text not null default '',
  images text[] not null default '{}',
  category text not null default '',
  specifications jsonb not null default '{}',
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
  check (base_price_kobo >= price_kobo)
);
create index products_listing on products (created_at, id) where active;

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

-- Derived pictures, by the hash of their master; products.images holds these hashes.
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
