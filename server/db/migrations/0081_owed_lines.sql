-- A paid line stays owed from the moment its goods were ready until it is handed out or paid back, whatever its batch
-- says since. Every list, count, reminder and message reads this one definition.
create view owed_lines as
select i.id as item_id, i.order_id, i.line_no, i.group_id, i.user_id, o.centre_id,
  coalesce(b.ready_at, b.updated_at) as ready_at,
  coalesce(b.ready_at, b.updated_at) <= app_now() - interval '3 days' as is_overdue,
  -- A group in review holds its goods back until it resumes.
  g.status <> 'manual_review' as can_collect
from order_items i
  join orders o on o.id = i.order_id
  join fulfilment_batches b on b.group_id = i.group_id and b.centre_id = o.centre_id
  -- Of no row that is counted alone: the planner leaves this join out where nobody asks for its column.
  left join groups g on g.id = i.group_id
where i.collected_at is null and i.refunded_kobo < i.paid_kobo
  and b.status in ('ready_for_pickup', 'delivered');

-- A wrong move can be taken back as a whole, one step, as long as nothing of a batch was collected since.
alter table fulfilment_batches
  add column move_id uuid,
  add column moved_from text,
  -- How often: a repeated step is a new fact for those who are notified.
  add column times_taken_back integer not null default 0;
insert into group_moves (from_status, to_status) values
  ('delivered', 'ready_for_pickup'), ('ready_for_pickup', 'packaging'), ('packaging', 'processing'),
  ('processing', 'secured');

-- Goods that were given out without a connection, on a code that the shop refused afterwards.
create table unproven_hand_outs (
  id bigint generated always as identity primary key,
  item_id bigint not null references order_items (id),
  -- The hand-out's own: the same one sent again is the same row.
  key text not null,
  given_by text not null,
  -- By the clock of the phone at the counter.
  given_at timestamptz not null,
  refusal text not null,
  created_at timestamptz not null default app_now(),
  outcome text check (outcome in ('collected', 'confirmed', 'lost')),
  resolved_by text,
  resolved_at timestamptz,
  unique (item_id, key),
  check ((outcome is null) = (resolved_at is null)),
  check ((outcome is null) = (resolved_by is null))
);
create index unproven_hand_outs_open on unproven_hand_outs (created_at) where outcome is null;

-- Who has written to the shopper that a line waits, the last time.
create table pickup_messages (
  item_id bigint primary key references order_items (id),
  written_by text not null,
  written_at timestamptz not null default app_now()
);
