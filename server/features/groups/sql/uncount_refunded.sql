-- Gives back the units of items that were paid back in full. The caller holds the group's row, active by now.
create or replace function uncount_refunded(p_group uuid) returns void
language plpgsql as $$
begin
  update order_items set counted = false where group_id = p_group and counted and refunded_kobo = paid_kobo;
  if not found then
    return;
  end if;
  update group_members m set units = i.units, paid_kobo = i.paid_kobo
    from (select user_id, coalesce(sum(units) filter (where counted), 0) as units,
            coalesce(sum(paid_kobo) filter (where counted), 0) as paid_kobo
          from order_items where group_id = p_group group by user_id) i
    where m.group_id = p_group and m.user_id = i.user_id and m.units <> i.units;
  update groups g set units_sold = m.units, participant_count = m.members
    from (select coalesce(sum(units), 0) as units, count(*) filter (where units > 0) as members
          from group_members where group_id = p_group) m
    where g.id = p_group;
end
$$;
