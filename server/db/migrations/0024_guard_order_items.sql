-- What was bought never changes: only what was paid back, what was collected, and, while the group is active,
-- whether it counts.
create function guard_order_item() returns trigger
language plpgsql as $$
begin
  if (new.order_id, new.line_no, new.user_id, new.product_id, new.group_id, new.mode, new.quantity,
      new.base_unit_qty, new.paid_kobo, new.joined_at) is distinct from
     (old.order_id, old.line_no, old.user_id, old.product_id, old.group_id, old.mode, old.quantity,
      old.base_unit_qty, old.paid_kobo, old.joined_at)
    or new.unit_name is distinct from old.unit_name or new.refunded_kobo < old.refunded_kobo
    or new.counted and not old.counted
    or old.counted and not new.counted
      and not exists (select from groups where id = old.group_id and status = 'active') then
    raise exception 'an order item cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger order_items_guard before update on order_items for each row execute function guard_order_item();
create trigger order_items_no_delete before delete on order_items for each row execute function refuse_change();
