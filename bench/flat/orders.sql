-- Orders of one shopper, each in a group of its own, long delivered, as copies of what one purchase through the shop has left
-- behind: current_setting 'flat.orders', the first included, of the shopper with the address 'flat.email'. What they are called
-- by begins with the letter 'flat.letter'. Run by the superuser with triggers off, after members.sql.

create temp table own as select i.* from order_items i join users u on u.id = i.user_id
  where u.email = current_setting('flat.email');

update groups set status = 'delivered', joinable = false, units_sold = min_units, succeeded_at = opened_at,
    secured_at = opened_at, closed_at = opened_at where id = (select group_id from own);
update order_items set collected_at = joined_at where id = (select id from own);
insert into groups select (jsonb_populate_record(g, jsonb_build_object('id', other('group', g.id, n), 'seq', g.seq + n))).*
  from groups g, generate_series(1, current_setting('flat.orders')::int - 1) n where g.id = (select group_id from own);
insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', other('payment', p.id, n),
    'reference', 'gb-' || lpad(upper(to_hex(n)), 26, current_setting('flat.letter')), 'cart_id', other('cart', p.id, n)))).*
  from payments p, generate_series(1, current_setting('flat.orders')::int - 1) n
  where p.id = (select o.payment_id from orders o join own on own.order_id = o.id);
insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', other('order', o.id, n),
    'tracking_no', 'GB-' || lpad(upper(to_hex(n)), 8, current_setting('flat.letter')),
    'payment_id', other('payment', o.payment_id, n)))).*
  from orders o, generate_series(1, current_setting('flat.orders')::int - 1) n where o.id = (select order_id from own);
insert into order_items (order_id, line_no, user_id, product_id, group_id, mode, quantity, base_unit_qty, paid_kobo,
    refunded_kobo, counted, joined_at, collected_at, created_at)
  select other('order', order_id, n), line_no, user_id, product_id, other('group', group_id, n), mode, quantity,
    base_unit_qty, paid_kobo, refunded_kobo, counted, joined_at - n * interval '1 hour', joined_at, created_at
  from own, generate_series(1, current_setting('flat.orders')::int - 1) n;
insert into group_members select (jsonb_populate_record(m, jsonb_build_object('group_id', other('group', m.group_id, n)))).*
  from group_members m, generate_series(1, current_setting('flat.orders')::int - 1) n
  where m.group_id = (select group_id from own);
insert into fulfilment_batches (group_id, centre_id, status, ready_at, created_at)
  select i.group_id, o.centre_id, 'delivered', i.joined_at, i.joined_at
  from order_items i join orders o on o.id = i.order_id where i.user_id = (select user_id from own);
drop table own;
