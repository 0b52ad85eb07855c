import type { GroupOfOrder, OrderStepTimes } from '#contract/rules/pickup/order-steps.ts';
import type { Queryable } from '../../db/database.ts';

/** A buyer's receipt, amounts in kobo. */
export interface OrderReceiptRow {
  trackingNumber: string;
  reference: string;
  boughtAt: Date;
  buyer: string;
  centre: { name: string; address: string; city: string };
  lines: ReceiptOrderLine[];
  totalKobo: number;
  walletKobo: number;
  cardKobo: number;
}

/** A line of a receipt. PostgreSQL returns the lines as JSON, so their times are texts. */
export interface ReceiptOrderLine extends GroupOfOrder, Omit<OrderStepTimes, 'paidAt'> {
  slug: string;
  title: string;
  unitName: string | null;
  unit: string | null;
  quantity: number;
  orderedQuantity: number;
  paidKobo: number;
  refundedKobo: number;
}

/** Finds the shopper's receipt of an order. @returns undefined for an unknown order or another shopper's order. */
export async function findOrderReceipt(
  db: Queryable,
  userId: string,
  trackingNumber: string,
): Promise<OrderReceiptRow | undefined> {
  const [row] = await db.query<OrderReceiptRow>(
    `SELECT o.tracking_no AS "trackingNumber", p.reference, o.created_at AS "boughtAt", u.name AS buyer,
       jsonb_build_object('name', c.name, 'address', c.address, 'city', c.city) AS centre,
       o.total_kobo AS "totalKobo", p.wallet_kobo AS "walletKobo", p.card_kobo AS "cardKobo",
       (SELECT jsonb_agg(jsonb_build_object('slug', goods.slug, 'title', g.product_snapshot ->> 'title',
           'unitName', i.unit_name,
           'unit', unit_title(g.product_snapshot, i.unit_name),
           'quantity', i.quantity, 'orderedQuantity', bought.quantity, 'paidKobo', i.paid_kobo, 'refundedKobo', i.refunded_kobo,
           'kind', g.kind, 'status', g.status, 'deadline', g.deadline, 'fullAt', g.succeeded_at,
           'packedAt', b.packed_at, 'collectedAt', i.collected_at,
           'readyAt', CASE WHEN b.status IN ('ready_for_pickup', 'delivered')
             THEN coalesce(b.ready_at, b.updated_at) END,
           'expectedBy', expected_by(c, coalesce(g.succeeded_at, g.deadline)),
           'collectBy', CASE WHEN b.status IN ('ready_for_pickup', 'delivered')
             THEN collect_by(c, coalesce(b.ready_at, b.updated_at)) END) ORDER BY i.line_no)
        FROM order_items i JOIN groups g ON g.id = i.group_id JOIN products goods ON goods.id = i.product_id
          JOIN payment_lines bought ON bought.payment_id = o.payment_id AND bought.line_no = i.line_no
          LEFT JOIN fulfilment_batches b ON b.group_id = g.id AND b.centre_id = o.centre_id
        WHERE i.order_id = o.id) AS lines
     FROM orders o JOIN payments p ON p.id = o.payment_id JOIN users u ON u.id = o.user_id
       JOIN pickup_centres c ON c.id = o.centre_id
     WHERE o.tracking_no = $1 AND o.user_id = $2`,
    [trackingNumber, userId],
  );
  return row;
}
