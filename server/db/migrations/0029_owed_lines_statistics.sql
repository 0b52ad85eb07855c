-- The planner knows how many lines are not collected, and how many are not refunded, but hardly any are neither. So it
-- expected a part of all lines ever and read every order and batch. Of one expression it has statistics.
create statistics order_items_owed on (case when collected_at is null then refunded_kobo < paid_kobo end) from order_items;
analyze order_items;

create or replace view owed_lines as
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
