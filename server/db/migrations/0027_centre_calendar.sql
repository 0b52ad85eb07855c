-- When a pickup centre is open, and how many orders it can hand out on a day.
alter table pickup_centres
  -- From Monday to Sunday, such as `09:00-18:00`; empty: closed. They make the text `hours`. Null: there is only the text.
  add column open_times text[] constraint pickup_centres_open_times_check check (cardinality(open_times) = 7),
  -- The days on which the centre is closed, each with its reason or an empty text: {"2026-12-25": "Christmas"}.
  add column holidays jsonb not null default '{}'
    constraint pickup_centres_holidays_check check (jsonb_typeof(holidays) = 'object'),
  add column orders_per_day integer constraint pickup_centres_orders_per_day_check check (orders_per_day > 0);

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
where i.collected_at is null and i.refunded_kobo < i.paid_kobo
  and b.status in ('ready_for_pickup', 'delivered');
