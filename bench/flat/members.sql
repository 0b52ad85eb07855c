-- Members of a group, as copies of what one purchase through the shop has left behind: current_setting 'flat.members', the
-- first included. Run by the superuser with triggers off.

-- Of what is copied: the id of the nth copy.
create function other(kind text, id uuid, n int) returns uuid language sql immutable
  return md5(kind || id::text || n::text)::uuid;
create temp table hot as select i.*, u.email from order_items i join users u on u.id = i.user_id where u.email like 'member0@%';

insert into users select (jsonb_populate_record(u, jsonb_build_object('id', other('user', u.id, n),
    'email', 'member' || n || '@example.com', 'phone', '+23491' || 10000000 + n,
    'referral_code', lpad(upper(to_hex(n)), 8, 'Z')))).*
  from users u, generate_series(1, current_setting('flat.members')::int - 1) n where u.id = (select user_id from hot);
insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', other('payment', p.id, n),
    'reference', 'gb-' || lpad(upper(to_hex(n)), 26, 'Z'), 'user_id', other('user', p.user_id, n),
    'cart_id', other('cart', p.id, n)))).*
  from payments p, generate_series(1, current_setting('flat.members')::int - 1) n
  where p.id = (select o.payment_id from orders o join hot on hot.order_id = o.id);
insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', other('order', o.id, n),
    'tracking_no', 'GB-' || lpad(upper(to_hex(n)), 8, 'Z'), 'user_id', other('user', o.user_id, n),
    'payment_id', other('payment', o.payment_id, n)))).*
  from orders o, generate_series(1, current_setting('flat.members')::int - 1) n where o.id = (select order_id from hot);
insert into order_items (order_id, line_no, user_id, product_id, group_id, mode, quantity, base_unit_qty, paid_kobo,
    refunded_kobo, counted, joined_at, collected_at, created_at)
  select other('order', order_id, n), line_no, other('user', user_id, n), product_id, group_id, mode, quantity,
    base_unit_qty, paid_kobo, refunded_kobo, counted, joined_at, collected_at, created_at
  from hot, generate_series(1, current_setting('flat.members')::int - 1) n;
insert into group_members select (jsonb_populate_record(m, jsonb_build_object('user_id', other('user', m.user_id, n)))).*
  from group_members m, generate_series(1, current_setting('flat.members')::int - 1) n
  where m.group_id = (select group_id from hot);
update groups set units_sold = current_setting('flat.members')::int, participant_count = current_setting('flat.members')::int
  where id = (select group_id from hot);
drop table hot;
