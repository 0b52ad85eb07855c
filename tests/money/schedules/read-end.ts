import type pg from 'pg';
import type { Scene } from './scenes.ts';

const END = `WITH who AS (SELECT id, place FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, place)),
       team AS (SELECT * FROM groups WHERE product_id = $2 AND kind = 'open'),
       account AS (SELECT a.id, coalesce('wallet ' || who.place, 'escrow ' || team.seq) AS name FROM ledger_accounts a
         LEFT JOIN who ON who.id = a.user_id LEFT JOIN team ON team.id = a.group_id
         WHERE who.id IS NOT NULL OR team.id IS NOT NULL)
     SELECT jsonb_build_object(
       'wallets', (SELECT jsonb_agg(concat_ws(' ', place, balance_kobo, held_kobo, tx_count))
         FROM who JOIN wallets w ON w.user_id = who.id),
       'groups', (SELECT jsonb_agg(concat_ws(' ', seq, team.status, joinable, units_sold, participant_count)) FROM team),
       'moves', (SELECT jsonb_agg(concat_ws(' ', seq, from_status, to_status) ORDER BY seq, h.id)
         FROM team JOIN group_history h ON h.group_id = team.id),
       'members', (SELECT jsonb_agg(concat_ws(' ', seq, place, m.units, m.paid_kobo))
         FROM team JOIN group_members m ON m.group_id = team.id JOIN who ON who.id = m.user_id),
       'items', (SELECT jsonb_agg(concat_ws(' ', place, seq, i.quantity, i.paid_kobo, i.refunded_kobo, i.counted, i.collected_at IS NOT NULL))
         FROM order_items i JOIN who ON who.id = i.user_id LEFT JOIN team ON team.id = i.group_id),
       'batches', (SELECT jsonb_agg(concat_ws(' ', seq, c.code, b.status))
         FROM team JOIN fulfilment_batches b ON b.group_id = team.id JOIN pickup_centres c ON c.id = b.centre_id),
       'payments', (SELECT jsonb_agg(concat_ws(' ', place, method, wallet_kobo, card_kobo, p.status, outcome, coalesce(h.status, '-')))
         FROM payments p JOIN who ON who.id = p.user_id LEFT JOIN (SELECT payment_id, status FROM wallet_holds) h ON h.payment_id = p.id),
       'carts', (SELECT jsonb_agg(concat_ws(' ', place, status, units))
         FROM (SELECT place, status, (SELECT sum(quantity) FROM cart_items WHERE cart_id = c.id) AS units
           FROM carts c JOIN who ON who.id = c.user_id) c),
       'entries', (SELECT jsonb_agg(concat_ws(' ', name, kind, amount_kobo))
         FROM account JOIN ledger_entries e ON e.account_id = account.id JOIN ledger_tx t ON t.id = e.tx_id),
       'received', (SELECT jsonb_agg(concat_ws(' ', place, t.status, t.outcome, t.amount_kobo))
         FROM provider_transactions t JOIN payments p ON p.reference = t.reference JOIN who ON who.id = p.user_id),
       'reversals', (SELECT jsonb_agg(concat_ws(' ', place, r.kind, r.status, r.amount_kobo, r.collected_kobo))
         FROM provider_reversals r JOIN who ON who.id = r.user_id),
       'card refunds', (SELECT jsonb_agg(concat_ws(' ', place, r.status, r.amount_kobo))
         FROM card_refunds r JOIN who ON who.id = r.user_id),
       'deleted', (SELECT count(*) FROM who JOIN users u ON u.id = who.id WHERE deleted_at IS NOT NULL),
       'proposals', (SELECT jsonb_agg(p.status ORDER BY p.id) FROM operator_proposals p JOIN orders o
         ON o.tracking_no = p.arguments ->> 'trackingNumber' JOIN who ON who.id = o.user_id)
     ) AS facts`;

/** Reads everything that an operation can leave behind, without ids and times, so that equal ends read the same. */
export async function readEnd(owner: pg.Client, { shoppers, productId }: Scene): Promise<string> {
  const { rows } = await owner.query<{ facts: object }>({
    name: 'end',
    text: END,
    values: [shoppers, productId],
  });
  // Rows that PostgreSQL may return in any order are sorted; the moves of a group and the proposals keep their order.
  const facts = Object.entries(rows[0]?.facts ?? {}).map(([name, list]) =>
    Array.isArray(list) && name !== 'moves' && name !== 'proposals' ? [name, list.toSorted()] : [name, list],
  );
  return JSON.stringify(Object.fromEntries(facts), null, 1);
}
