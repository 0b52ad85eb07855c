-- A member of a forming group can take less of an order line. The order line then has the smaller quantity, its
-- payment_lines row still has the paid one, and refunded_kobo includes what was paid back, as after any other refund.

-- What was bought never changes: only what was paid back, what was collected, and, while the group is active,
-- whether the line counts and its quantity, which never grows and never falls without a refund.
create or replace function guard_order_item() returns trigger
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
