import type { Queryable } from '../../db/database.ts';

/** Something that happened to a payment. */
export interface PaymentEvent {
  at: Date;
  what: string;
  details: string | null;
  /** An operator; null: the shopper, the provider or the shop itself. */
  by: string | null;
}

/** The life of a payment, the oldest first: attempt, what the provider told, outcome, order, hand-outs, refunds, acts. */
export async function readPaymentLife(db: Queryable, reference: string): Promise<PaymentEvent[]> {
  return db.query<PaymentEvent>(
    `WITH payment AS (SELECT * FROM payments WHERE reference = $1)
     SELECT at, what, details, "by" FROM (
       SELECT 1 AS place, created_at AS at, 'Begun' AS what, method AS details, NULL AS "by" FROM payment
       UNION ALL SELECT 2, seen_at, 'The provider told of ' || tx_id,
         concat_ws(' ', status, currency, (amount_kobo / 100.0)::numeric(20, 2)), NULL
         FROM provider_transactions WHERE reference = $1
       UNION ALL SELECT 3, settled_at, 'Settled', outcome, NULL FROM payment WHERE settled_at IS NOT NULL
       UNION ALL SELECT 4, o.created_at, 'Order made', o.tracking_no, NULL
         FROM payment p JOIN orders o ON o.payment_id = p.id
       UNION ALL SELECT 5, i.collected_at, 'Handed out', 'line ' || i.line_no, NULL
         FROM payment p JOIN orders o ON o.payment_id = p.id JOIN order_items i ON i.order_id = o.id
         WHERE i.collected_at IS NOT NULL
       UNION ALL SELECT 6, r.created_at, 'Refund to the card', r.status, NULL
         FROM provider_transactions t JOIN card_refunds r ON r.tx_id = t.tx_id WHERE t.reference = $1
       UNION ALL SELECT 7, created_at, action, reason, actor
         FROM audit_log WHERE target = 'payment:' || $1
     ) life ORDER BY at, place`,
    [reference],
  );
}
