-- Adds the payment's lines of one product and mode to a group, and the shopper to the group's members. Returns true
-- when the shopper was not a member before.
create or replace function insert_items(p_order orders, p_product uuid, p_mode text, p_group uuid) returns boolean
language plpgsql as $$
declare
  v_units integer;
  v_paid bigint;
  v_new boolean;
begin
  insert into order_items (order_id, line_no, user_id, product_id, group_id, mode, unit_name, quantity,
      base_unit_qty, paid_kobo, joined_at)
    select p_order.id, l.line_no, p_order.user_id, l.product_id, p_group, l.mode, l.unit_name, l.quantity,
      l.base_unit_qty, l.line_total_kobo, p_order.created_at
    from payment_lines l
    where l.payment_id = p_order.payment_id and l.product_id = p_product and l.mode = p_mode
    order by l.line_no;
  select sum(units), sum(paid_kobo) into v_units, v_paid
    from order_items where order_id = p_order.id and product_id = p_product and mode = p_mode;
  select coalesce((select units = 0 from group_members
    where group_id = p_group and user_id = p_order.user_id), true) into v_new;
  insert into group_members (group_id, user_id, units, paid_kobo)
    values (p_group, p_order.user_id, v_units, v_paid)
    on conflict (group_id, user_id) do update set
      units = group_members.units + excluded.units, paid_kobo = group_members.paid_kobo + excluded.paid_kobo,
      joined_at = case when group_members.units = 0 then excluded.joined_at else group_members.joined_at end;
  return v_new;
end
$$;
