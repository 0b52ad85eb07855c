-- Group buys. Units are base units throughout.

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
-- Small: only groups that a job may still have to move.
create index groups_unfinished on groups (status, deadline)
  where status in ('active', 'successful', 'failed', 'manual_review');
-- The month's margin reads the groups that were secured in it, not all that ever were.
create index groups_secured on groups (secured_at) where secured_at is not null;
create index groups_recent_success on groups (product_id, succeeded_at desc) where kind = 'open';
-- The operator's board: the groups of a status by their deadline, page by page.
create index groups_board on groups (status, deadline, id);

-- Every change of status that a group may make; the trigger below refuses any other.
create table group_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into group_moves (from_status, to_status) values
  ('active', 'successful'), ('successful', 'secured'), ('active', 'failed'), ('failed', 'refunded'),
  ('secured', 'processing'), ('processing', 'packaging'), ('packaging', 'ready_for_pickup'),
  ('ready_for_pickup', 'delivered'),
  -- A wrong move is taken back one step.
  ('delivered', 'ready_for_pickup'), ('ready_for_pickup', 'packaging'), ('packaging', 'processing'),
  ('processing', 'secured'),
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
create index group_history_created on group_history (created_at);
create trigger group_history_append_only before update or delete on group_history
  for each row execute function refuse_change();
create trigger group_history_no_truncate before truncate on group_history execute function refuse_change();

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

-- No foreign key onto groups here, in payment_lines or in order_items: every join would take a key share of the hot
-- row of its group. Groups are never deleted.
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

-- 'Switch to solo' is offered once per group and shopper.
create table group_solo_switches (
  group_id uuid not null references groups (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default app_now(),
  primary key (group_id, user_id)
);

-- Alerts of shoppers: a group of the product opens or is 80 % full. The row is deleted when the notification is written.
create table product_alerts (
  product_id uuid not null references products (id),
  user_id uuid not null references users (id),
  -- A group that was almost full when the alert was set. The alert ignores it.
  except_group uuid references groups (id),
  created_at timestamptz not null default app_now(),
  primary key (product_id, user_id)
);
create index product_alerts_user on product_alerts (user_id);
