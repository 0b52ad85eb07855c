-- Returns true when too few units are paid: fewer than the minimum in a group that was never secured, none at all in a
-- group that was.
create or replace function is_short(p_group groups) returns boolean
language sql stable as $$
  select (select coalesce(sum(units), 0) from order_items
          where group_id = p_group.id and counted and refunded_kobo < paid_kobo)
    < case when p_group.secured_at is null then p_group.min_units else 1 end
$$;
