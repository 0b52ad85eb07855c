-- Removes fully refunded items from a forming group: they no longer count, and others can buy their units. From the
-- status 'successful' on a refunded item stays counted, and only the status is checked.
--
-- `p_items` are the items that were refunded, in part or whole. `p_status` is the status of the group when the refund
-- was calculated. Raises AJ002 when the status has changed since, because the refund would have debited the wrong
-- account or left its items counted. The group's row is locked last, because buyers wait for it: a caller sends this
-- statement together with COMMIT (`commitWith`), or has locked the row before.
create or replace function free_units(p_group uuid, p_items bigint[], p_status text) returns void
language plpgsql as $$
declare
  v_units bigint := 0;
  v_members bigint;
begin
  if p_status = 'active' then
    with freed as (
      update order_items set counted = false
        where id = any (p_items) and counted and refunded_kobo = paid_kobo
          and exists (select from groups where id = p_group and status = p_status)
        returning user_id, units, paid_kobo
    ), share as (
      select user_id, sum(units) as units, sum(paid_kobo) as paid_kobo from freed group by user_id
    ), member as (
      update group_members m set units = m.units - share.units, paid_kobo = m.paid_kobo - share.paid_kobo
        from share where m.group_id = p_group and m.user_id = share.user_id
        returning share.units as freed, m.units as remaining
    )
    select coalesce(sum(freed), 0), count(*) filter (where remaining = 0) into v_units, v_members from member;
  end if;
  if v_units > 0 then
    update groups set units_sold = units_sold - v_units, participant_count = participant_count - v_members
      where id = p_group and status = p_status;
  else
    perform 1 from groups where id = p_group and status = p_status for share;
  end if;
  if not found then
    raise exception 'the group changed meanwhile' using errcode = 'AJ002';
  end if;
end
$$;
