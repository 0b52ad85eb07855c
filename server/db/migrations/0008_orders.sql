-- Orders, their fulfilment at the pickup centres, and the referrals that they count for.

create table orders (
  id uuid primary key default gen_random_uuid(),
  tracking_no text not null unique check (tracking_no ~ '^GB-[0-9A-HJKMNP-TV-Z]{8}$'),
  pickup_code text not null check (pickup_code ~ '^[0-9]{6}$'),
  -- Wrong pickup codes since the last right one. Six digits can be guessed, so the guesses are counted.
  pickup_misses smallint not null default 0,
  user_id uuid not null references users (id),
  payment_id uuid not null unique references payments (id),
  centre_id uuid not null references pickup_centres (id),
  total_kobo bigint not null check (total_kobo > 0),
  delivery jsonb not null,
  created_at timestamptz not null default app_now()
);
create index orders_user on orders (user_id, created_at desc);
-- The console lists all orders, the newest first, and those of a pickup centre.
create index orders_newest on orders (created_at, id);
create index orders_centre on orders (centre_id, created_at, id);
-- Addresses that retention will erase.
create index orders_with_address on orders (created_at) where delivery <> '{}';

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
  -- The operator who handed it out, by the name in the audit log.
  collected_by text,
  created_at timestamptz not null default app_now(),
  unique (order_id, line_no)
);
create index order_items_group on order_items (group_id, id);
create index order_items_user on order_items (user_id, joined_at desc);
create index order_items_to_refund on order_items (group_id, id) where refunded_kobo < paid_kobo;
-- The console lists the orders of a product, and those of which something was paid back.
create index order_items_product on order_items (product_id, created_at, order_id);
create index order_items_refunded on order_items (created_at, order_id) where refunded_kobo > 0;
-- The sheet of a day counts the goods that were handed out on it.
create index order_items_collected on order_items (collected_at) where collected_at is not null;
-- What is owed is found among these alone, not among all that was ever bought.
create index order_items_uncollected on order_items (group_id, id)
  where collected_at is null and refunded_kobo < paid_kobo;
-- The planner knows how many lines are not collected, and how many are not refunded, but hardly any are neither. So it
-- expected a part of all lines ever and read every order and batch. Of one expression it has statistics.
create statistics order_items_owed on (case when collected_at is null then refunded_kobo < paid_kobo end) from order_items;

-- What was bought never changes: only what was paid back, what was collected, and, while the group is active, whether
-- the line counts and its quantity, which never grows and never falls without a refund. A member of a forming group can
-- take less of a line. The line then has the smaller quantity, its payment_lines row still has the paid one, and
-- refunded_kobo includes what was paid back, as after any other refund.
create function guard_order_item() returns trigger
language plpgsql as $$
begin
  if (new.order_id, new.line_no, new.user_id, new.product_id, new.group_id, new.mode, new.base_unit_qty,
      new.paid_kobo, new.joined_at) is distinct from
     (old.order_id, old.line_no, old.user_id, old.product_id, old.group_id, old.mode, old.base_unit_qty,
      old.paid_kobo, old.joined_at)
    or new.unit_name is distinct from old.unit_name or new.refunded_kobo < old.refunded_kobo
    or new.quantity > old.quantity
    or new.quantity < old.quantity and new.refunded_kobo = 0
    or new.counted and not old.counted
    or (old.counted and not new.counted or new.quantity < old.quantity)
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
  -- When the batch came to `packaging` or beyond.
  packed_at timestamptz,
  ready_at timestamptz,
  -- A wrong move can be taken back as a whole, one step, as long as nothing of a batch was collected since.
  move_id uuid,
  moved_from text,
  -- A repeated step is a new fact for those who are notified.
  times_taken_back integer not null default 0,
  updated_by text not null default 'system',
  updated_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  primary key (group_id, centre_id)
);
create index fulfilment_batches_centre on fulfilment_batches (centre_id, status);
create index fulfilment_batches_move on fulfilment_batches (move_id) where move_id is not null;

-- A paid line is owed from the moment its goods are ready until it is handed out or paid back, whatever status its
-- batch gets afterwards. Every list, count, reminder and message reads this one definition.
create view owed_lines as
select i.id as item_id, i.order_id, i.line_no, i.group_id, i.user_id, o.centre_id,
  coalesce(b.ready_at, b.updated_at) as ready_at,
  collect_by(c, coalesce(b.ready_at, b.updated_at)) <= app_now() as is_overdue,
  -- A group in review holds its goods back until it resumes.
  g.status <> 'manual_review' as can_collect,
  collect_by(c, coalesce(b.ready_at, b.updated_at)) as collect_by
from order_items i
  join orders o on o.id = i.order_id
  join fulfilment_batches b on b.group_id = i.group_id and b.centre_id = o.centre_id
  -- Left joins, which the planner leaves out of a statement that does not read their columns.
  left join groups g on g.id = i.group_id
  left join pickup_centres c on c.id = o.centre_id
-- The first two conditions choose the index; the third says the same to the planner's statistics.
where i.collected_at is null and i.refunded_kobo < i.paid_kobo
  and case when i.collected_at is null then i.refunded_kobo < i.paid_kobo end
  and b.status in ('ready_for_pickup', 'delivered');

-- Goods that were handed out without a connection, on a code that the shop refused afterwards.
create table unproven_hand_outs (
  id bigint generated always as identity primary key,
  item_id bigint not null references order_items (id),
  -- The same hand-out sent again has the same key.
  key text not null,
  given_by text not null,
  -- By the clock of the phone at the counter.
  given_at timestamptz not null,
  refusal text not null,
  outcome text check (outcome in ('collected', 'confirmed', 'lost')),
  resolved_by text,
  resolved_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (item_id, key),
  check ((outcome is null) = (resolved_at is null)),
  check ((outcome is null) = (resolved_by is null))
);
create index unproven_hand_outs_open on unproven_hand_outs (created_at) where outcome is null;

-- The last message that an operator wrote to the shopper about a line that waits.
create table pickup_messages (
  item_id bigint primary key references order_items (id),
  written_by text not null,
  written_at timestamptz not null default app_now()
);

-- What shoppers who collected an order line say of its product.
create table reviews (
  id bigint generated always as identity primary key,
  item_id bigint not null unique references order_items (id),
  user_id uuid not null references users (id),
  product_id uuid not null references products (id),
  stars smallint not null check (stars between 1 and 5),
  text text not null check (length(text) <= 500),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz,
  -- A withdrawn review keeps its row without its text, so that one which was hidden stays hidden when it is written
  -- again.
  withdrawn_at timestamptz,
  hidden_at timestamptz,
  answer text check (length(answer) <= 500),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (withdrawn_at is null or text = '')
);
-- The shown ones, of which the rating is the average.
create index reviews_shown on reviews (product_id, id) include (stars) where hidden_at is null and withdrawn_at is null;
create index reviews_user on reviews (user_id);

create table referrals (
  referee_id uuid primary key references users (id),
  referrer_id uuid not null references users (id),
  joined_at timestamptz not null default app_now(),
  qualified_at timestamptz,
  qualifying_item bigint references order_items (id),
  reversed_at timestamptz,
  -- A referral with flags is stored but does not count until an operator clears them.
  flags text[] not null default '{}',
  created_at timestamptz not null default app_now(),
  check (referee_id <> referrer_id),
  check ((qualified_at is null) = (qualifying_item is null))
);
create index referrals_referrer on referrals (referrer_id, joined_at desc);
create index referrals_qualified on referrals (qualified_at) where qualified_at is not null;
create index referrals_reversed on referrals (reversed_at) where reversed_at is not null;
-- The console lists these, the newest first.
create index referrals_flagged on referrals (joined_at) where flags <> '{}';

-- The rounds that were paid, with what a round was worth then: a later bonus does not make an old round wrong.
create table referral_rounds (
  referrer_id uuid not null references users (id),
  round_no integer not null check (round_no > 0),
  ledger_tx_id bigint not null unique references ledger_tx (id),
  bonus_kobo bigint not null check (bonus_kobo > 0),
  group_size integer not null check (group_size > 0),
  created_at timestamptz not null default app_now(),
  primary key (referrer_id, round_no)
);
