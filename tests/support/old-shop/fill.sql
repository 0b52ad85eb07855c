-- Fills a shop with current_setting('scale.orders') orders, current_setting('scale.a_day') of them on each day up to now.
-- A larger shop is thus an older one, whose days are the same. Every row is computed from its number, and the rows keep
-- all invariants of the money. The superuser runs this with triggers off and only primary keys and unique indexes.
-- Shops of all sizes have 40 centres and 10,000 products. A tenth of the orders go to centre 1, and a twentieth of the
-- groups buy product 7, so that their lists fill a page in a shop of 1,000 orders too. Every third account has bought
-- nothing, and all but one have the same name.

create function n_orders() returns int language sql stable as $$ select current_setting('scale.orders')::int $$;
create function a_day() returns int language sql stable as $$ select current_setting('scale.a_day')::int $$;
create function n_users() returns int language sql stable as $$ select n_orders() * 3 / 20 $$;
create function uid(p_kind text, n bigint) returns uuid language sql immutable
  return md5(p_kind || n::text)::uuid;
create function at_of(n bigint) returns timestamptz language sql stable
  return current_setting('scale.now')::timestamptz - (n_orders() - 1 - n) * interval '1 day' / a_day();
-- Shopper 1 has bought a thousand times, or a thirteenth of a small shop's orders, and never twice in one group. All other
-- shoppers have bought about ten times.
create function user_of(n bigint) returns int language sql stable as $$
  select case when n % s.step = n / s.step * 13 % least(s.step, 50) then 1
    else ((3 * k - 1) / 2)::int end from (select greatest(n_orders() / 1000, 13) as step, 2 + n * 7919 % (n_orders() / 10 - 1) as k) s $$;
-- A shopper with more notifications than the shop keeps has only the newest.
create function noticed_from() returns bigint language sql stable
  return case when n_orders() < 13000 then 0 else n_orders() * 85 / 100 end;
create function is_solo(n bigint) returns boolean language sql immutable return n / 20 % 10 = 9;
create function paid_of(n bigint) returns bigint language sql immutable
  return case when is_solo(n) then 120000 else 100000 end;
-- Of ten payments seven are made by card, two from the wallet, and one half by each.
create function wallet_of(n bigint) returns bigint language sql immutable
  return case when n % 10 < 7 then 0 when n % 10 < 9 then case when is_solo(n) then 120000 else 100000 end
    else case when is_solo(n) then 60000 else 50000 end end;
create function ref_of(n bigint) returns text language sql immutable
  return 'gb-' || lpad(upper(to_hex(n)), 26, '0');
create function tracking_of(n bigint) returns text language sql immutable
  return 'GB-' || lpad(upper(to_hex(n)), 8, '0');
-- Twenty groups fill at the same time.
create function group_no(n bigint) returns bigint language sql immutable
  return (n / 20 / 10 * 9 + n / 20 % 10) / 5 * 20 + n % 20;
create function product_of(n bigint) returns bigint language sql immutable
  return case when is_solo(n) then n % 10000 when n % 20 = 7 then 7 else 20 + group_no(n) % 9980 end;
create function centre_of(n bigint) returns bigint language sql immutable
  return case when n / 20 % 10 = 0 then 1 else 1 + (n / 20 + n) % 40 end;
create function address() returns jsonb language sql immutable
  return '{"state": "Lagos", "city": "Yaba", "street": "1 Market Street"}'::jsonb;

insert into pickup_centres (id, code, name, state, city, address, hours, is_default)
  select uid('centre', c), case c when 1 then 'LAG-YAB' else 'LAG-' || c end, case c when 1 then 'Yaba' else 'Centre ' || c end,
    'Lagos', 'Yaba', c || ' Market Street', '9 to 5', c = 1 from generate_series(1, 40) c;
insert into pictures (hash, source_name, width, height, dominant_color) values (md5('rice'), 'rice.jpg', 1200, 900, '#f0e8d8');
insert into products (id, slug, title, description, images, price_kobo, base_price_kobo, min_units, created_at)
  select uid('product', p), 'product-' || p, 'Rice ' || p, repeat('Long grain, clean and dry. ', 10), array[md5('rice')], 100000, 120000, 5,
    now() - interval '40 years' from generate_series(0, 9999) p;

insert into users (id, name, email, phone, password_hash, recovery_key_hash, referral_code, referred_by, created_at)
  select uid('user', u), case u when 7 then 'Zik Eze' else 'Ada Obi' end, 'shopper' || u || '@example.com', '+234' || lpad(u::text, 10, '0'), 'x', 'x',
    lpad(upper(to_hex(u)), 8, '0'), case when u % 10 in (1, 2, 3) and u > 10 then uid('user', u / 10 * 10) end,
    least(at_of((u - 1) * 20 / 3), now() - interval '1 day') - interval '1 hour'
  from generate_series(1, n_users()) u;

-- Each product has one open group; a twentieth of the groups miss their minimum.
create unlogged table bench_groups as
  select *, case when at_last is null then 'active'
      when not is_short then (array['delivered', 'ready_for_pickup', 'packaging', 'processing', 'secured', 'successful'])
        [case when age > interval '5 days' then 1 when age > interval '3 days' then 2 when age > interval '2 days' then 3
          when age > interval '1 day' then 4 when age > interval '20 minutes' then 5 else 6 end]
      when age > interval '1 day' then 'refunded' else 'manual_review' end as status
  from (
    select no, uid('group', no) as id, product_of(min(n)) as product, no / 20 % 20 = 7 as is_short,
      at_of(min(n)) as at_first, case when count(*) = 5 then at_of(max(n)) end as at_last,
      case when count(*) = 5 then now() - at_of(max(n)) end as age, count(*)::int as units
    from (select n, group_no(n) as no from generate_series(0, n_orders() - 1) n where not is_solo(n)) j group by no) g;
create unique index on bench_groups (no);
analyze bench_groups;

insert into groups (id, product_id, seq, kind, status, joinable, min_units, units_sold, participant_count, opened_at,
    deadline, succeeded_at, secured_at, closed_at, review_from, review_due, product_snapshot, created_at)
  select id, uid('product', product), no / 20 + 1, 'open', status, status = 'active',
    case when is_short or at_last is null then 10 else 5 end, units, units, at_first,
    case when status = 'active' then at_first + 12000 * interval '1 day' / a_day() else at_last + interval '1 hour' end,
    case when not is_short then at_last end,
    case when not is_short and status <> 'successful' then at_last end,
    case status when 'delivered' then at_last + interval '5 days' when 'refunded' then at_last + interval '1 hour' end,
    case status when 'manual_review' then 'active' end, case status when 'manual_review' then now() + interval '2 days' end,
    jsonb_build_object('title', 'Rice ' || product, 'slug', 'product-' || product, 'image', null, 'priceKobo', 100000,
      'basePriceKobo', 120000, 'minUnits', 5, 'unitsEnabled', false, 'baseUnitName', null, 'units', '[]'::jsonb), at_first
  from bench_groups;
create unlogged table bench_solo as
  select n, uid('solo', n) as id, at_of(n) as at, (array['delivered', 'ready_for_pickup', 'packaging', 'processing', 'secured'])
    [case when age > interval '5 days' then 1 when age > interval '3 days' then 2 when age > interval '2 days' then 3
      when age > interval '1 day' then 4 else 5 end] as status
  from (select n, now() - at_of(n) as age from generate_series(0, n_orders() - 1) n where is_solo(n)) s;
insert into groups (id, product_id, kind, status, min_units, units_sold, participant_count, opened_at, deadline,
    succeeded_at, secured_at, closed_at, product_snapshot, created_at)
  select id, uid('product', product_of(n)), 'solo', status, 1, 1, 1, at, at, at, at,
    case status when 'delivered' then at + interval '5 days' end,
    '{"title": "Rice", "slug": "rice", "image": null, "priceKobo": 100000, "basePriceKobo": 120000, "minUnits": 5, "unitsEnabled": false, "baseUnitName": null, "units": []}', at
  from bench_solo;
insert into group_history (group_id, from_status, to_status, created_at)
  select id, before, after, at_first + (place || ' minutes')::interval from (
    select g.id, g.at_first, way[place - 1] as before, way[place] as after, place from (
      select id, at_first, status, case when status = 'refunded' then array['active', 'failed', 'refunded']
          when status = 'manual_review' then array['active', 'manual_review']
          else array['active', 'successful', 'secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'] end as way
        from bench_groups
      union all
      select id, at, status, array['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'] from bench_solo) g,
      generate_series(1, array_position(way, status)) place) h
  order by at_first, id, place;

insert into fulfilment_batches (group_id, centre_id, status, ready_at, created_at)
  select distinct on (id, centre) id, uid('centre', centre), status, at + interval '3 days', at from (
    select g.id, g.status, g.at_last as at, centre_of(n) as centre from generate_series(0, n_orders() - 1) n
      join bench_groups g on g.no = group_no(n) where not is_solo(n)
    union all select id, status, at, centre_of(n) from bench_solo) g
  where status in ('secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered');

insert into carts (id, user_id, status, created_at, updated_at)
  select uid('cart', n), uid('user', user_of(n)), 'consumed', at_of(n), at_of(n) from generate_series(0, n_orders() - 1) n
  union all
  select uid('open', u), uid('user', u), 'open', now(), now() from generate_series(1, n_users()) u where u = 1 or u % 5 = 0;
insert into cart_items (cart_id, product_id, quantity, variant, created_at)
  select uid('cart', n), uid('product', product_of(n)), 1, case when is_solo(n) then 'solo' end, at_of(n)
  from generate_series(0, n_orders() - 1) n
  union all
  select uid('open', u), uid('product', p), 1, null, now() from generate_series(1, n_users()) u, generate_series(1, 3) p
  where u = 1 or u % 5 = 0;

-- For three orders of ten, an attempt was abandoned before the one that paid.
insert into payments (id, reference, user_id, cart_id, cart_version, intent_hash, method, total_kobo, wallet_kobo,
    card_kobo, delivery, phone, centre_id, status, outcome, settled_at, provider_tx_id, received_kobo,
    session_expires_at, next_poll_at, polls, created_at, updated_at)
  select uid('payment', n), ref_of(n), uid('user', user_of(n)), uid('cart', n), 1, 'x',
    case when n % 10 < 7 then 'flutterwave_only' when n % 10 < 9 then 'wallet_only' else 'wallet_and_flutterwave' end,
    paid_of(n), wallet_of(n), paid_of(n) - wallet_of(n),
    case when at_of(n) > now() - interval '96 days' then address() else '{}' end,
    case when at_of(n) > now() - interval '96 days' then '+2348012345678' else '' end, uid('centre', centre_of(n)),
    'succeeded', 'ordered', at_of(n), case when n % 10 in (7, 8) then null else (1000000 + n)::text end,
    paid_of(n) - wallet_of(n), at_of(n) + interval '30 minutes', null, 1, at_of(n), at_of(n)
  from generate_series(0, n_orders() - 1) n
  union all
  select uid('attempt', n), 'gb-A' || lpad(upper(to_hex(n)), 25, '0'), uid('user', user_of(n)), uid('cart', n), 1, 'x',
    'flutterwave_only', paid_of(n), 0, paid_of(n),
    case when at_of(n) > now() - interval '91 days' then address() else '{}' end,
    case when at_of(n) > now() - interval '91 days' then '+2348012345678' else '' end, uid('centre', centre_of(n)),
    'superseded', null, null, null, null, at_of(n), case when at_of(n) > now() - interval '7 days' then at_of(n) + interval '7 days' end,
    5, at_of(n) - interval '2 minutes', at_of(n)
  from generate_series(0, n_orders() - 1) n where n % 10 in (0, 1, 2);
insert into payment_lines (payment_id, line_no, product_id, group_id, mode, variant, base_unit_qty, quantity, unit_price_kobo, created_at)
  select uid(kind, n), 1, uid('product', product_of(n)), case when not is_solo(n) then uid('group', group_no(n)) end,
    case when is_solo(n) then 'solo' else 'group' end, case when is_solo(n) then 'solo' end, 1, 1, paid_of(n), at_of(n)
  from generate_series(0, n_orders() - 1) n, (values ('payment', 10), ('attempt', 3)) k (kind, share) where n % 10 < share;

insert into orders (id, tracking_no, pickup_code, user_id, payment_id, centre_id, total_kobo, delivery, created_at)
  select uid('order', n), tracking_of(n), '123456', uid('user', user_of(n)), uid('payment', n), uid('centre', centre_of(n)), paid_of(n),
    case when at_of(n) > now() - interval '96 days' then address() else '{}' end, at_of(n)
  from generate_series(0, n_orders() - 1) n;

create unlogged table bench_items as
  select o.n, user_of(o.n) as u, coalesce(g.id, s.id) as group_id, coalesce(g.status, s.status) as status, g.no,
    coalesce(g.at_last, g.at_first, s.at) as closed_at
  from (select n, case when not is_solo(n) then group_no(n) end as no from generate_series(0, n_orders() - 1) n) o
    left join bench_groups g using (no) left join bench_solo s on s.n = o.n;
analyze bench_items;
insert into order_items (id, order_id, line_no, user_id, product_id, group_id, mode, quantity, base_unit_qty, paid_kobo,
    refunded_kobo, counted, joined_at, collected_at, created_at)
  overriding system value
  select n + 1, uid('order', n), 1, uid('user', u), uid('product', product_of(n)), group_id,
    case when is_solo(n) then 'solo' else 'group' end, 1, 1, paid_of(n), case when status = 'refunded' then paid_of(n) else 0 end,
    true, at_of(n), case when status = 'delivered' then closed_at + interval '5 days' end, at_of(n)
  from bench_items;
insert into reviews (item_id, user_id, product_id, stars, text, created_at)
  select n + 1, uid('user', u), uid('product', product_of(n)), 5, 'Clean and dry.', closed_at + interval '5 days'
  from bench_items where status = 'delivered' and n % 3 = 0 order by n;
insert into group_members (group_id, user_id, units, paid_kobo, joined_at, created_at)
  select group_id, uid('user', u), 1, paid_of(n), at_of(n), at_of(n) from bench_items;

insert into ledger_accounts (id, code, kind, user_id) overriding system value
  select 1000 + u, 'wallet:' || uid('user', u), 'wallet', uid('user', u) from generate_series(1, n_users()) u;
insert into ledger_accounts (id, code, kind, group_id) overriding system value
  select 1000 + n_users() + 1 + no, 'escrow:' || id, 'escrow', id from bench_groups;

insert into referrals (referee_id, referrer_id, joined_at, qualified_at, qualifying_item, created_at)
  select uid('user', u), uid('user', u / 10 * 10), at_of((u - 1) * 20 / 3), i.at, i.id, at_of((u - 1) * 20 / 3)
  from generate_series(11, n_users()) u
    left join (select u as friend, min(n) + 1 as id, min(at_of(n)) as at from bench_items
      where status in ('secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered') group by 1) i on i.friend = u
  where u % 10 in (1, 2, 3);

-- Every movement of the ledger with its time, by which the ids are ordered.
create unlogged table bench_tx as
  select row_number() over (order by at, kind, no) as id, t.* from (
    select 'goodwill' as kind, u::bigint as no, 'seed:' || u as ref, at_of(0) - interval '1 day' as at, u as u, null::bigint as g
      from generate_series(1, n_users()) u
    union all select 'order_payment', n, ref_of(n), at_of(n), u, no from bench_items
    union all select 'group_release', no, id::text, at_last, null, no from bench_groups
      where status in ('secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered')
    union all select 'group_refund', n, (n + 1)::text, closed_at + interval '1 hour', u, no from bench_items where status = 'refunded'
    union all select 'unmatched', n, (900000000 + n)::text, at_of(n), u, null from bench_items where n % 20 = 7
    union all select 'review_release', n, (900000000 + n)::text, at_of(n) + interval '1 day', u, null from bench_items
      where n % 20 = 7 and at_of(n) < now() - interval '1 day'
    union all select 'reversal', n, 'chargeback:' || n, at_of(n) + interval '1 hour', null, null from bench_items
      -- The wallet had none of the reversal's money, or it would have been debited long ago.
      where n % 1000 = 13 and status <> 'refunded' and at_of(n) < now() - interval '1 hour'
    union all select 'settlement', d, 'P' || d, at_of(0) + d * interval '1 day', null, null from generate_series(1, n_orders() / a_day() - 1) d
    union all select 'referral_bonus', u, uid('user', u) || ':1', max(f.qualified_at), u, null
      from referrals f join generate_series(10, n_users(), 10) u on f.referrer_id = uid('user', u)
      where f.qualified_at is not null group by u having count(*) = 3) t;
analyze bench_tx;
insert into ledger_tx (id, kind, ref, reason, description, metadata, actor, created_at) overriding system value
  select id, kind, ref, case kind when 'order_payment' then 'ORDER' when 'group_refund' then 'REFUND' when 'review_release' then 'REFUND' else upper(kind) end,
    case kind when 'order_payment' then 'Order ' || tracking_of(no) else '' end,
    case kind when 'order_payment' then jsonb_build_object('orderId', uid('order', no), 'orderTrackingNumber', tracking_of(no)) else '{}' end,
    'system', at
  from bench_tx order by id;
insert into ledger_entries (tx_id, account_id, amount_kobo, created_at)
  select t.id, coalesce((select array_agg(a.id order by c.place) from unnest(array['promo:goodwill', 'promo:referral',
      'provider:flutterwave', 'sales', 'suspense', 'chargebacks', 'bank', 'fees:flutterwave']) with ordinality c (code, place)
      join ledger_accounts a using (code))[account], case account when 9 then 1000 + u else 1001 + n_users() + g end), kobo, at
  from (
    select id, at, u, g, 9 as account, case kind when 'goodwill' then case when u = 1 then 50000000 else 5000000 end
      when 'order_payment' then -wallet_of(no) when 'group_refund' then paid_of(no) when 'review_release' then 70000
      else 50000 end as kobo
      from bench_tx where kind in ('goodwill', 'order_payment', 'group_refund', 'review_release', 'referral_bonus')
    union all select id, at, u, g, 1, case when u = 1 then -50000000 else -5000000 end from bench_tx where kind = 'goodwill'
    union all select id, at, u, g, 2, -50000 from bench_tx where kind = 'referral_bonus'
    union all select id, at, u, g, 3, case kind when 'order_payment' then wallet_of(no) - paid_of(no) when 'unmatched' then -70000
      when 'reversal' then paid_of(no) - wallet_of(no) else 50000 * a_day() end
      from bench_tx where kind in ('order_payment', 'unmatched', 'reversal', 'settlement')
    union all select id, at, u, g, 10, case kind when 'order_payment' then paid_of(no) when 'group_refund' then -paid_of(no) else -500000 end
      from bench_tx where g is not null
    union all select id, at, u, g, 4, case kind when 'order_payment' then paid_of(no) else 500000 end
      from bench_tx where kind = 'order_payment' and g is null or kind = 'group_release'
    union all select id, at, u, g, 5, case kind when 'unmatched' then 70000 else -70000 end
      from bench_tx where kind in ('unmatched', 'review_release')
    union all select id, at, u, g, 6, wallet_of(no) - paid_of(no) from bench_tx where kind = 'reversal'
    union all select id, at, u, g, 7, -49500 * a_day() from bench_tx where kind = 'settlement'
    union all select id, at, u, g, 8, -500 * a_day() from bench_tx where kind = 'settlement') t
  where kobo <> 0 order by t.id;
insert into wallets (account_id, user_id, balance_kobo, credit_total_kobo, debit_total_kobo, tx_count)
  select account_id, uid('user', account_id - 1000), sum(amount_kobo), sum(greatest(amount_kobo, 0)), sum(greatest(-amount_kobo, 0)), count(*)
  from ledger_entries where account_id between 1001 and 1000 + n_users() group by 1;
insert into wallet_holds (payment_id, user_id, amount_kobo, status, resolved_at, created_at)
  select uid('payment', n), uid('user', u), wallet_of(n), 'captured', at_of(n), at_of(n) from bench_items where n % 10 = 9;
insert into referral_rounds (referrer_id, round_no, ledger_tx_id, bonus_kobo, group_size, created_at)
  select uid('user', u), 1, id, 50000, 3, at from bench_tx where kind = 'referral_bonus';

insert into provider_transactions (tx_id, reference, status, amount_kobo, currency, outcome, seen_at, settled_at, created_at, account)
  select (1000000 + n)::text, ref_of(n), 'successful', paid_of(n) - wallet_of(n), 'NGN', 'ordered', at_of(n), at_of(n), at_of(n), 'provider:flutterwave'
  from generate_series(0, n_orders() - 1) n where n % 10 not in (7, 8)
  union all
  select (900000000 + n)::text, 'gb-R' || n, 'successful', 70000, 'NGN', 'review', at_of(n), at_of(n), at_of(n), 'provider:flutterwave'
  from generate_series(0, n_orders() - 1) n where n % 20 = 7;
insert into provider_reversals (kind, id, tx_id, amount_kobo, currency, status, account, user_id, created_at, updated_at)
  select 'chargeback', no::text, (1000000 + no)::text, paid_of(no) - wallet_of(no), 'NGN', 'taken', 'provider:flutterwave', uid('user', user_of(no)), at, at
  from bench_tx where kind = 'reversal';
insert into provider_settlements (id, account, gross_kobo, fee_kobo, reversed_kobo, net_kobo, created_at)
  select ref, 'provider:flutterwave', 50000 * a_day(), 500 * a_day(), 0, 49500 * a_day(), at from bench_tx where kind = 'settlement';
insert into recon_runs (day, started_at, finished_at, done_through, created_at)
  select (at at time zone 'Africa/Lagos')::date - 1, at, at + interval '1 day', null, at from bench_tx where kind = 'settlement'
  union all select day, now(), now(), day, now()
    from (select ((now() - b * interval '1 day') at time zone 'Africa/Lagos')::date as day from generate_series(1, 8) b) last_days;
insert into recon_items (run_id, day, kind, reference, status, resolved_at, due_at, created_at)
  select 1, at_of(n)::date, 'review', (900000000 + n)::text, case when at_of(n) < now() - interval '1 day' then 'resolved' else 'open' end,
    case when at_of(n) < now() - interval '1 day' then at_of(n) + interval '1 day' end, at_of(n) + interval '2 days', at_of(n)
  from generate_series(0, n_orders() - 1) n where n % 20 = 7;

insert into notifications (user_id, dedupe_key, type, category, title, message, data, read_at, created_at)
  select uid('user', u), 'pay:' || ref_of(n), 'success', 'payment', 'Payment Successful', 'Your payment was successful.',
    jsonb_build_object('reference', ref_of(n)), case when at_of(n) < now() - interval '3 days' then at_of(n) end, at_of(n)
  from bench_items where u > 1 or n >= noticed_from()
  union all
  select uid('user', i.u), 'group:' || i.group_id || ':successful', 'success', 'group_buy', 'Group Buy Secured', 'Your group is complete.',
    jsonb_build_object('groupId', i.group_id, 'status', 'successful'), case when g.at_last < now() - interval '3 days' then g.at_last end, g.at_last
  from bench_items i join bench_groups g on g.no = i.no
  where not g.is_short and g.at_last is not null and (i.u > 1 or i.n >= noticed_from());

-- Every order has one operator's act.
insert into audit_log (actor, action, target, reason, created_at)
  select 'operator:' || (array['ada', 'bola', 'chidi'])[1 + n % 3], (array['payment.verify', 'item.refund', 'user.unlock'])[1 + n % 3],
    'payment:' || ref_of(n), case when n % 7 = 0 then 'asked by phone' else 'torn bag' end, at_of(n)
    from generate_series(0, n_orders() - 1) n;

-- Rows that are deleted after a while: as many in every shop, and those of one day are due for deletion.
insert into idempotency_keys (scope, key, method, path, request_hash, state, status_code, body, expires_at, created_at)
  select 'user:' || uid('user', 1 + n % n_users()), uid('key', n), 'POST', '/api/cart/add', 'x', 'done', 200, '{"ok": true}',
    now() + interval '48 hours' - n * interval '36 seconds', now() - n * interval '36 seconds' from generate_series(0, 7199) n;
insert into outbox (topic, dedupe_key, payload, attempts, available_at, done_at, created_at)
  select 'notice', 'old:' || n, '{"fact": "wallet"}', 1, at, at, at
  from (select n, now() - n * interval '36 seconds' as at from generate_series(0, 19199) n) o;
insert into sessions (id, user_id, created_at, absolute_expires_at, revoked_at, user_agent, ip)
  select uid('session', n), uid('user', 1 + n % n_users()), at, at + interval '90 days', case when n % 3 = 0 then at + interval '5 days' end,
    case when n % 3 > 0 or at > now() - interval '36 days' then 'Firefox' end, case when n % 3 > 0 or at > now() - interval '36 days' then '127.0.0.1' end
  from (select n, now() - n * interval '864 seconds' as at from generate_series(0, 12099) n) s;
insert into refresh_tokens (hash, session_id, generation, expires_at, created_at)
  select decode(md5('token' || n || g), 'hex'), uid('session', n), g, now() - n * interval '864 seconds' + interval '30 days',
    now() - n * interval '864 seconds' from generate_series(0, 3099) n, generate_series(1, 3) g;
insert into security_events (user_id, event, address, hour)
  select uid('user', 1 + n % n_users()), 'sign_in', md5(n::text), date_trunc('hour', now() - n * interval '432 seconds') from generate_series(0, 18199) n;
insert into provider_events (provider, dedupe_key, headers_ok, body, reference, processed_at, result, created_at)
  select 'flutterwave', 'event:' || n, true, case when at_of(n) > now() - interval '91 days' then '{"event": "charge.completed"}' else '{}' end::jsonb,
    ref_of(n), at_of(n), 'settled', at_of(n)
  from generate_series(0, n_orders() - 1) n where n % 10 not in (7, 8);

select setval(pg_get_serial_sequence('order_items', 'id'), n_orders() + 1),
  setval(pg_get_serial_sequence('ledger_accounts', 'id'), (select max(id) from ledger_accounts)),
  setval(pg_get_serial_sequence('ledger_tx', 'id'), (select max(id) from ledger_tx));
drop table bench_groups, bench_solo, bench_items, bench_tx;
drop function noticed_from, product_of, centre_of, paid_of, wallet_of, ref_of, tracking_of, group_no, is_solo, address, user_of, at_of, uid, n_users, a_day, n_orders;
