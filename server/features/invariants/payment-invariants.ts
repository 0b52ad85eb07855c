import type { Invariant } from './invariant.ts';

/** Laws of payments, holds and what the provider reported. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'I9',
    law: 'At most one order per cart, one live payment and one live hold per shopper',
    sql: `SELECT 'cart ' || cart_id || ': ' || count(*) || ' orders' AS breach FROM payments p
            JOIN orders o ON o.payment_id = p.id GROUP BY cart_id HAVING count(*) > 1
          UNION ALL SELECT 'shopper ' || user_id || ': ' || count(*) || ' live payments' FROM payments
            WHERE status IN ('created', 'pending') GROUP BY user_id HAVING count(*) > 1
          UNION ALL SELECT 'shopper ' || user_id || ': ' || count(*) || ' live holds' FROM wallet_holds
            WHERE status = 'held' GROUP BY user_id HAVING count(*) > 1`,
  },
  {
    name: 'I11',
    law: 'Payment lines sum to the total; wallet and card part too',
    sql: `SELECT 'payment ' || p.reference AS breach FROM payments p
          WHERE p.wallet_kobo + p.card_kobo <> p.total_kobo
             OR p.total_kobo <> (SELECT coalesce(sum(line_total_kobo), 0) FROM payment_lines WHERE payment_id = p.id)`,
  },
  {
    name: 'I12',
    law: 'Every success the provider reported is an order, a wallet credit or a review item',
    sql: `SELECT 'transaction ' || tx_id || ' of ' || reference AS breach FROM provider_transactions
          WHERE status = 'successful' AND outcome IS NULL AND seen_at < app_now() - interval '10 minutes'
          UNION ALL
          SELECT 'transaction ' || tx_id || ' in review has no item' FROM provider_transactions t
          WHERE outcome = 'review' AND NOT EXISTS (
            SELECT FROM recon_items r WHERE r.kind = 'review' AND r.reference = t.tx_id)
          UNION ALL
          SELECT 'event ' || id || ' of ' || coalesce(reference, 'no reference') || ' waits' FROM provider_events
          WHERE processed_at IS NULL AND created_at < app_now() - interval '10 minutes'
            AND NOT EXISTS (SELECT FROM settings
                            WHERE key = 'clock_offset' AND updated_at > now() - interval '1 minute')`,
  },
  {
    name: 'I13',
    law: 'A payment that did not succeed at the provider moved no money',
    sql: `SELECT t.kind || ' of ' || t.ref AS breach FROM ledger_tx t JOIN payments p ON p.reference = t.ref
          WHERE t.kind = 'order_payment' AND p.method <> 'wallet_only' AND NOT EXISTS (
            SELECT FROM provider_transactions x
            WHERE x.reference = p.reference AND x.outcome = 'ordered' AND x.status = 'successful')
          UNION ALL
          SELECT t.kind || ' of ' || t.ref FROM ledger_tx t
          WHERE t.kind IN ('late_credit', 'overpaid', 'unmatched') AND NOT EXISTS (
            SELECT FROM provider_transactions x
            WHERE x.tx_id = t.ref AND x.outcome IS NOT NULL AND x.status = 'successful')`,
  },
  {
    name: 'I14',
    law: 'A payment is ordered exactly when it has one order, one posting of it and a captured hold, if any',
    sql: `SELECT 'payment ' || p.reference || ' (' || coalesce(p.outcome, 'open') || ')' AS breach
          FROM payments p
          LEFT JOIN LATERAL (SELECT count(*) AS orders FROM orders WHERE payment_id = p.id) o ON true
          LEFT JOIN LATERAL (SELECT count(*) AS postings FROM ledger_tx
            WHERE kind = 'order_payment' AND ref = p.reference) t ON true
          LEFT JOIN LATERAL (SELECT count(*) AS captured FROM wallet_holds
            WHERE payment_id = p.id AND status = 'captured') h ON true
          WHERE o.orders <> (p.outcome IS NOT DISTINCT FROM 'ordered')::int
             OR t.postings <> (p.outcome IS NOT DISTINCT FROM 'ordered')::int
             OR h.captured > (p.outcome IS NOT DISTINCT FROM 'ordered')::int
          UNION ALL
          SELECT 'transaction ' || x.tx_id || ': ' || x.outcome || ' without its posting' FROM provider_transactions x
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
    law: 'A live hold belongs to a live payment',
    sql: `SELECT 'hold of payment ' || p.reference || ' (' || p.status || ')' AS breach
          FROM wallet_holds h JOIN payments p ON p.id = h.payment_id
          WHERE h.status = 'held' AND (p.status NOT IN ('created', 'pending') OR p.wallet_kobo <> h.amount_kobo)`,
  },
];
