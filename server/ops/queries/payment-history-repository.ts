import type { Queryable } from '../../db/database.ts';
import { ORDER_REFUNDED_KOBO_SQL } from './shopper-repository.ts';

/** An event in the history of a payment. */
export interface PaymentHistoryEvent {
  at: Date;
  what: string;
  details: string | null;
  /** Name of the operator; null: the shopper, the provider or the shop itself acted. */
  by: string | null;
}

/** SQL that formats an amount in kobo as naira. */
const naira = (kobo: string) => `'₦' || to_char(${kobo} / 100.0, 'FM999,999,999,990.00')`;

export async function readPaymentHistory(db: Queryable, reference: string): Promise<PaymentHistoryEvent[]> {
  return db.query<PaymentHistoryEvent>(
    `WITH payment AS (SELECT * FROM payments WHERE reference = $1),
     bought AS (SELECT o.* FROM payment p JOIN orders o ON o.payment_id = p.id)
     SELECT at, what, details, "by" FROM (
       SELECT 1 AS place, created_at AS at, 'Started' AS what, CASE method WHEN 'wallet_only' THEN 'from the wallet'
           WHEN 'flutterwave_only' THEN 'by card' ELSE 'from the wallet and by card' END AS details, NULL AS "by"
         FROM payment
       UNION ALL SELECT 2, seen_at, 'The provider reported transaction ' || tx_id, concat_ws(' ',
           CASE currency WHEN 'NGN' THEN ${naira('amount_kobo')}
             ELSE currency || ' ' || (amount_kobo / 100.0)::numeric(20, 2) END, status), NULL
         FROM provider_transactions WHERE reference = $1
       UNION ALL SELECT 3, settled_at, 'Settled', CASE outcome WHEN 'ordered' THEN 'ordered'
           WHEN 'wallet_credited' THEN 'the money went into the wallet' WHEN 'review' THEN 'needs review'
           ELSE outcome END, NULL
         FROM payment WHERE settled_at IS NOT NULL
       UNION ALL SELECT 4, created_at, 'Order made', tracking_no, NULL FROM bought
       UNION ALL SELECT 5, i.collected_at, 'Handed out', 'line ' || i.line_no, NULL
         FROM bought o JOIN order_items i ON i.order_id = o.id WHERE i.collected_at IS NOT NULL
       UNION ALL SELECT 6, t.created_at, 'Refunded to the wallet',
           concat_ws(', ', ${naira('e.amount_kobo')}, 'line ' || i.line_no), CASE WHEN t.actor LIKE 'operator:%' THEN t.actor END
         FROM bought o JOIN wallets w ON w.user_id = o.user_id
           JOIN ledger_entries e ON e.account_id = w.account_id JOIN ledger_tx t ON t.id = e.tx_id
           JOIN order_items i ON i.order_id = o.id AND i.id::text = split_part(t.ref, ':', 1)
         WHERE t.kind IN ('item_refund', 'group_refund')
       UNION ALL SELECT 7, r.created_at, 'Refund to the card', concat_ws(', ', ${naira('r.amount_kobo')},
           CASE r.status WHEN 'done' THEN 'done' WHEN 'failed' THEN 'failed, back in the wallet'
             WHEN 'sent' THEN 'on its way: the provider has not confirmed it yet' ELSE 'on its way' END, r.failure), NULL
         FROM provider_transactions t JOIN card_refunds r ON r.tx_id = t.tx_id WHERE t.reference = $1
       UNION ALL SELECT 8, created_at, CASE action WHEN 'payment.verify' THEN 'The provider was asked'
           WHEN 'payment.verify_answered' THEN 'Answer of the provider'
           WHEN 'payment.resettle' THEN 'Settled again' WHEN 'payment.resettle_answered' THEN 'Result of settling again'
           WHEN 'card.refund' THEN 'A refund to the card was requested' ELSE replace(action, '.', ' ') END,
           coalesce(reason, CASE WHEN action LIKE '%_answered'
             THEN CASE WHEN before = after THEN 'nothing changed' ELSE 'the payment changed' END END), actor
         FROM audit_log WHERE target = 'payment:' || $1
     ) life ORDER BY at, place`,
    [reference],
  );
}

/** Returns the sum of the refunds of the payment's order lines, in kobo. */
export async function readRefundedKoboOfPayment(db: Queryable, reference: string): Promise<number> {
  const [row] = await db.query<{ paidBackKobo: number }>(
    `SELECT ${ORDER_REFUNDED_KOBO_SQL} FROM payments p LEFT JOIN orders o ON o.payment_id = p.id WHERE p.reference = $1`,
    [reference],
  );
  return row?.paidBackKobo ?? 0;
}
