import { SHOP_TIME_FOR_DEADLINES_SQL } from '../../db/clock-offset.ts';
import type { Invariant } from './invariant.ts';

export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'I9',
    description: 'At most one order per cart, one live payment and one live hold per shopper',
    sql: `SELECT 'cart ' || cart_id || ': ' || count(*) || ' orders' AS breach FROM payments p
            JOIN orders o ON o.payment_id = p.id WHERE cart_id IN (SELECT cart_id FROM judged_payments) GROUP BY cart_id HAVING count(*) > 1
          UNION ALL SELECT 'shopper ' || user_id || ': ' || count(*) || ' live payments' FROM payments
            WHERE status IN ('created', 'pending') GROUP BY user_id HAVING count(*) > 1
          UNION ALL SELECT 'shopper ' || user_id || ': ' || count(*) || ' live holds' FROM wallet_holds
            WHERE status = 'held' GROUP BY user_id HAVING count(*) > 1`,
  },
  {
    name: 'I11',
    description:
      'Payment lines sum to the total, wallet and card part too; an order is worth its payment and its items',
    sql: `SELECT 'payment ' || p.reference AS breach FROM judged_payments p
          WHERE p.wallet_kobo + p.card_kobo <> p.total_kobo
             OR p.total_kobo <> (SELECT coalesce(sum(line_total_kobo), 0) FROM payment_lines WHERE payment_id = p.id)
          UNION ALL
          SELECT 'order ' || o.tracking_no FROM judged_orders o JOIN payments p ON p.id = o.payment_id
          WHERE o.total_kobo <> p.total_kobo OR o.user_id <> p.user_id
             OR o.total_kobo <> (SELECT coalesce(sum(paid_kobo), 0) FROM order_items WHERE order_id = o.id)`,
  },
  {
    name: 'I12',
    description:
      'Every success the provider reported is an order, a wallet credit or a review item within 10 minutes',
    sql: `SELECT 'transaction ' || tx_id || ' of ' || reference AS breach FROM provider_transactions
          WHERE status = 'successful' AND outcome IS NULL AND seen_at < app_now() - interval '10 minutes'
          UNION ALL
          SELECT 'transaction ' || tx_id || ' in review has no item' FROM judged_provider_transactions t
          WHERE outcome = 'review' AND NOT EXISTS (
            SELECT FROM recon_items r WHERE r.kind = 'review' AND r.reference = t.tx_id)
          UNION ALL
          SELECT 'event ' || e.id || ' of ' || coalesce(reference, 'no reference') || CASE WHEN is_dead THEN ' was given up' ELSE ' waits' END
          FROM provider_events e CROSS JOIN LATERAL (SELECT EXISTS (
            SELECT FROM outbox WHERE dedupe_key IN ('provider_event:' || e.id, 'provider_reversal:' || e.id)
              AND dead_at IS NOT NULL AND done_at IS NULL) AS is_dead) o
          WHERE e.processed_at IS NULL AND (is_dead OR e.created_at < ${SHOP_TIME_FOR_DEADLINES_SQL} - interval '10 minutes')
          UNION ALL
          SELECT 'event ' || e.id || ' that nobody could read has no item' FROM judged_provider_events e
          WHERE e.result = 'unreadable' AND NOT EXISTS (
            SELECT FROM recon_items r WHERE r.kind = 'unreadable_webhook' AND r.reference = 'event ' || e.id)`,
  },
  {
    name: 'I13',
    description:
      'A payment that did not succeed at the provider moved no money; one that did moved no other wallet than its own',
    sql: `SELECT t.kind || ' of ' || t.ref AS breach FROM judged_ledger_tx t LEFT JOIN payments p ON p.reference = t.ref
          WHERE t.kind = 'order_payment' AND (p.id IS NULL OR p.method <> 'wallet_only' AND 0 = (
            SELECT count(*) FROM provider_transactions x
            WHERE x.reference = p.reference AND x.outcome = 'ordered' AND x.status = 'successful'))
          UNION ALL
          SELECT t.kind || ' of ' || t.ref FROM judged_ledger_tx t
          WHERE t.kind IN ('late_credit', 'overpaid', 'unmatched') AND NOT EXISTS (
            SELECT FROM provider_transactions x
            WHERE x.tx_id = t.ref AND x.outcome IS NOT NULL AND x.status = 'successful')
          UNION ALL
          SELECT t.kind || ' of ' || t.ref || ' is in a wallet of another shopper'
          FROM judged_ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN wallets w ON w.account_id = e.account_id
          LEFT JOIN provider_transactions x ON t.kind <> 'order_payment' AND x.tx_id = t.ref
          LEFT JOIN payments p ON p.reference = coalesce(x.reference, t.ref)
          WHERE t.kind IN ('order_payment', 'overpaid', 'late_credit') AND w.user_id IS DISTINCT FROM p.user_id`,
  },
  {
    name: 'I14',
    description:
      'A payment is ordered exactly when it has one order, one posting of it and a captured hold, if any',
    sql: `SELECT 'payment ' || p.reference || ' (' || coalesce(p.outcome, 'open') || ')' AS breach
          FROM judged_payments p
          LEFT JOIN LATERAL (SELECT count(*) AS orders FROM orders WHERE payment_id = p.id) o ON true
          LEFT JOIN LATERAL (SELECT count(*) AS postings FROM ledger_tx
            WHERE kind = 'order_payment' AND ref = p.reference) t ON true
          LEFT JOIN LATERAL (SELECT count(*) AS captured FROM wallet_holds
            WHERE payment_id = p.id AND status = 'captured') h ON true
          WHERE o.orders <> (p.outcome IS NOT DISTINCT FROM 'ordered')::int
             OR t.postings <> (p.outcome IS NOT DISTINCT FROM 'ordered')::int
             OR h.captured > (p.outcome IS NOT DISTINCT FROM 'ordered')::int
          UNION ALL
          SELECT 'transaction ' || x.tx_id || ': ' || x.outcome || ' without its posting' FROM judged_provider_transactions x
          WHERE x.amount_kobo > 0 AND (
            x.outcome = 'wallet_credited' AND NOT EXISTS (
              SELECT FROM ledger_tx WHERE kind = 'late_credit' AND ref = x.tx_id)
            OR x.outcome = 'review' AND NOT EXISTS (
              SELECT FROM ledger_tx WHERE kind = 'unmatched' AND ref = x.tx_id)
            OR x.outcome = 'ordered' AND NOT EXISTS (
              SELECT FROM payments WHERE provider_tx_id = x.tx_id AND outcome = 'ordered'))`,
  },
  {
    name: 'I28',
    description: 'A live hold belongs to a live payment, and a live payment with a wallet part has its hold',
    sql: `SELECT 'hold of payment ' || p.reference || ' (' || p.status || ')' AS breach
          FROM wallet_holds h JOIN payments p ON p.id = h.payment_id
          WHERE h.status = 'held' AND (p.status NOT IN ('created', 'pending') OR p.wallet_kobo <> h.amount_kobo
            OR p.user_id <> h.user_id)
          UNION ALL
          SELECT 'payment ' || p.reference || ' (' || p.status || ') has no hold' FROM payments p
          WHERE p.status IN ('created', 'pending') AND p.wallet_kobo > 0
            AND NOT EXISTS (SELECT FROM wallet_holds h WHERE h.payment_id = p.id AND h.status = 'held')`,
  },
];
