-- Group buys, the orders made in them and their fulfilment. Units are base units throughout.

create table groups (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  seq integer,
  kind text not null check (kind in ('open', 'solo')),
  status text not null check (status in ('active', 'successful', 'secured', 'processing', 'packaging',
    'ready_for_pickup', 'delivered', 'failed', 'refunded', 'manual_review')),
  joinable boolean not null default false,
  min_units integer not null check (min_units > 0),
  units_sold integer not null default 0 check (units_sold >= 0),
  participant_count integer not null default 0 check (participant_count >= 0),
  opened_at timestamptz not null default app_now(),
  deadline timestamptz not null,
  succeeded_at timestamptz,
  secured_at timestamptz,
  closed_at timestamptz,
  review_from text,
  review_due timestamptz,
  -- {title, slug, image, priceKobo, basePriceKobo, minUnits, unitsEnabled, baseUnitName, units: [{name,
  -- displayName, baseUnitQuantity, priceType, customPriceKobo, priceKobo, basePriceKobo, active, sort}]}
  product_snapshot jsonb not null,
  created_at timestamptz not null default app_now(),
  unique (product_id, seq),
  check ((kind = 'solo') = (seq is null)),
  check (not joinable or status = 'active'),
  check ((status = 'manual_review') = (review_from is not null)),
  check ((status = 'manual_review') = (review_due is not null))
) with (fillfactor = 60);
create unique index groups_one_joinable on groups (product_id) where kind = 'open' and joinable;
-- Small: only groups a job may still have to move.
create index groups_unfinished on groups (status, deadline)
  where status in ('active', 'successful', 'failed', 'manual_review');
create index groups_recent_success on groups (product_id, succeeded_at desc) where kind = 'open';

-- Every move a group may make; anything else is refused by the trigger below.
create table group_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into group_moves (from_status, to_status) values
  ('active', 'successful'), ('successful', 'secured'), ('active', 'failed'), ('failed', 'refunded'),
  ('secured', 'processing'), ('processing', 'packaging'), ('packaging', 'ready_for_pickup'),
  ('ready_for_pickup', 'delivered'),
  ('active', 'manual_review'), ('successful', 'manual_review'), ('secured', 'manual_review'),
  ('processing', 'manual_review'), ('packaging', 'manual_review'),
  ('manual_review', 'active'), ('manual_review', 'successful'), ('manual_review', 'secured'),
  ('manual_review', 'processing'), ('manual_review', 'packaging'), ('manual_review', 'failed');

create table group_history (
  id bigint generated always as identity primary key,
  group_id uuid not null,
  from_status text,
  to_status text not null,
  created_at timestamptz not null default app_now()
);
create index group_history_group on group_history (group_id, id);

create function guard_group_status() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not (new.kind = 'open' and new.status = 'active' or new.kind = 'solo' and new.status = 'secured') then
      raise exception 'a group of kind % cannot be born %', new.kind, new.status
        using errcode = 'check_violation';
    end if;
    insert into group_history (group_id, to_status) values (new.id, new.status);
    return null;
  end if;
  if not exists (select from group_moves where from_status = old.status and to_status = new.status) then
    raise exception 'a group cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  insert into group_history (group_id, from_status, to_status) values (new.id, old.status, new.status);
  return null;
end
$$;
create trigger groups_born after insert on groups for each row execute function guard_group_status();
create trigger groups_moved after update of status on groups for each row
  when (old.status is distinct from new.status) execute function guard_group_status();
create trigger group_history_append_only before update or delete on group_history
  for each row execute function refuse_change();

create table group_members (
  group_id uuid not null,
  user_id uuid not null references users (id),
  -- 0 once the member has left.
  units integer not null check (units >= 0),
  paid_kobo bigint not null check (paid_kobo >= 0),
  joined_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  primary key (group_id, user_id)
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  tracking_no text not null unique check (tracking_no ~ '^GB-[0-9A-HJKMNP-TV-Z]{8}$'),
  pickup_code text not null check (pickup_code ~ '^[0-9]{6}$'),
  user_id uuid not null references users (id),
  payment_id uuid not null unique references payments (id),
  centre_id uuid not null references pickup_centres (id),
  total_kobo bigint not null check (total_kobo > 0),
  delivery jsonb not null,
  created_at timestamptz not null default app_now()
);
create index orders_user on orders (user_id, created_at desc);

create table order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  line_no integer not null,
  user_id uuid not null references users (id),
  product_id uuid not null references products (id),
  group_id uuid not null,
  mode text not null check (mode in ('group', 'solo')),
  unit_name text,
  quantity integer not null check (quantity > 0),
  base_unit_qty integer not null check (base_unit_qty > 0),
  units integer not null generated always as (quantity * base_unit_qty) stored,
  paid_kobo bigint not null check (paid_kobo > 0),
  refunded_kobo bigint not null default 0 check (refunded_kobo between 0 and paid_kobo),
  counted boolean not null default true,
  joined_at timestamptz not null default app_now(),
  collected_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (order_id, line_no)
);
create index order_items_group on order_items (group_id, id);
create index order_items_user on order_items (user_id, joined_at desc);
create index order_items_to_refund on order_items (group_id, id) where refunded_kobo < paid_kobo;

-- What was bought never changes: only what was paid back, what was collected, and, while the group is active,
-- whether it counts.
create function guard_order_item() returns trigger
language plpgsql as $$
begin
  if (new.order_id, new.line_no, new.user_id, new.product_id, new.group_id, new.mode, new.quantity,
      new.base_unit_qty, new.paid_kobo, new.joined_at) is distinct from
     (old.order_id, old.line_no, old.user_id, old.product_id, old.group_id, old.mode, old.quantity,
      old.base_unit_qty, old.paid_kobo, old.joined_at)
    or new.unit_name is distinct from old.unit_name or new.refunded_kobo < old.refunded_kobo
    or new.counted and not old.counted
    or old.counted and not new.counted
      and not exists (select from groups where id = old.group_id and status = 'active') then
    raise exception 'an order item cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger order_items_guard before update on order_items for each row execute function guard_order_item();
create trigger order_items_no_delete before delete on order_items for each row execute function refuse_change();

create table fulfilment_batches (
  group_id uuid not null references groups (id),
  centre_id uuid not null references pickup_centres (id),
  status text not null default 'secured' check (status in
    ('secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered')),
  ready_at timestamptz,
  updated_by text not null default 'system',
  updated_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  primary key (group_id, centre_id)
);
create index fulfilment_batches_centre on fulfilment_batches (centre_id, status);

-- 'Switch to solo' is offered once per group and shopper.
create table group_solo_switches (
  group_id uuid not null references groups (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default app_now(),
  primary key (group_id, user_id)
);
