import type { Queryable } from '../../../db/database.ts';

/** Kinds of reconciliation items whose reference is a transaction's id. */
const TRANSACTION_KINDS = `'review', 'order_failed', 'unknown_reference', 'amount_differs', 'missing_at_provider',
  'not_settled', 'not_verified'`;

/** SQL for the provider's transaction id in reconciliation item `r`; null: the item is not about a transaction. */
const TRANSACTION_ID_SQL = `CASE WHEN r.kind IN (${TRANSACTION_KINDS}) THEN r.reference
  WHEN r.kind IN ('refund', 'chargeback', 'not_booked') THEN r.theirs ->> 'transactionId' END`;

/**
 * Builds SQL that selects the ids of all reconciliation items about these payments. `OFFSET 0` makes PostgreSQL look up
 * each transaction only once.
 * @param references SQL that selects the payments' references.
 */
export function buildReconciliationItemIdsSql(references: string): string {
  return `SELECT id FROM recon_items WHERE (kind, reference) IN (
       SELECT kind, t.tx_id
         FROM (SELECT tx_id FROM provider_transactions WHERE reference IN (${references}) OFFSET 0) t,
           unnest(ARRAY[${TRANSACTION_KINDS}]) kind
       UNION ALL SELECT v.kind, v.id FROM provider_transactions t JOIN provider_reversals v USING (tx_id)
         WHERE t.reference IN (${references}))
     UNION SELECT r.id FROM recon_items r LEFT JOIN provider_transactions t ON t.tx_id = ${TRANSACTION_ID_SQL}
       WHERE r.status = 'open' AND coalesce(t.reference, r.theirs ->> 'reference') IN (${references})`;
}

const reconItems = (which: string): string =>
  `SELECT r.id, r.day::text, r.kind, r.reference, r.ours, r.theirs, r.status, r.note, r.due_at AS "dueAt",
     (t.amount_kobo / 100.0)::float8 AS "parkedAmount", t.currency AS "parkedCurrency",
     p.reference AS "paymentReference", o.tracking_no AS "trackingNumber"
   FROM (SELECT * FROM recon_items WHERE ${which}
           AND (due_at, id) > (coalesce((SELECT due_at FROM recon_items WHERE id = $1), '-infinity'), coalesce($1::bigint, 0))
         ORDER BY due_at, id LIMIT $2) r
     LEFT JOIN provider_transactions t ON r.kind = 'review' AND t.tx_id = r.reference AND t.outcome = 'review'
       AND is_parked(t.tx_id)
     LEFT JOIN provider_transactions x ON x.tx_id = ${TRANSACTION_ID_SQL}
     LEFT JOIN payments p ON p.reference = coalesce(x.reference, r.theirs ->> 'reference')
     LEFT JOIN orders o ON o.payment_id = p.id
   ORDER BY r.due_at, r.id`;
const ALL_ITEMS = reconItems('true');
const OPEN_ITEMS = reconItems("status = 'open'");
const ITEMS_OF_PAYMENT = reconItems(`id IN (${buildReconciliationItemIdsSql('$3')})`);

interface ListedItems {
  all: boolean;
  after: number | null;
  limit: number;
  /** Reference of the payment whose items are listed, both open and resolved; null: items of all payments. */
  payment: string | null;
}

/**
 * Lists reconciliation items, earliest due time first. `parkedAmount` is in the item's own currency.
 * @param after id of the item at which the previous page ended.
 */
export function findReconciliationItems(
  db: Queryable,
  { all, after, limit, payment }: ListedItems,
): Promise<object[]> {
  if (payment !== null) return db.query<object>(ITEMS_OF_PAYMENT, [after, limit, payment]);
  return db.query<object>(all ? ALL_ITEMS : OPEN_ITEMS, [after, limit]);
}

/** Counts the reconciliation items about a payment. */
export async function countReconciliationItemsOfPayment(
  db: Queryable,
  reference: string,
): Promise<{ all: number; open: number }> {
  const rows = await db.query<{ all: number; open: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'open')::int AS open
     FROM recon_items WHERE id IN (${buildReconciliationItemIdsSql('$1')})`,
    [reference],
  );
  return rows[0] as { all: number; open: number };
}

/** @returns `open` or `resolved`; undefined for an unknown item. */
export async function findReconciliationItemStatus(
  db: Queryable,
  itemId: number,
): Promise<string | undefined> {
  const rows = await db.query<{ status: string }>('SELECT status FROM recon_items WHERE id = $1', [itemId]);
  return rows[0]?.status;
}

/**
 * Marks an open reconciliation item as resolved.
 * @param evenResolved true: a resolved item gets the new note too.
 * @returns false when nothing was changed.
 */
export async function resolveReconciliationItem(
  tx: Queryable,
  itemId: number,
  note: string,
  { evenResolved }: { evenResolved: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE recon_items SET status = 'resolved', resolved_at = app_now(), note = $2
     WHERE id = $1 AND (status = 'open' OR $3) RETURNING 1`,
    [itemId, note, evenResolved],
  );
  return rows.length > 0;
}
