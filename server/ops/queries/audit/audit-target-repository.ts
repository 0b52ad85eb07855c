import type { Queryable } from '../../../db/database.ts';
import { buildProductWordsCondition } from '../../../features/catalogue/product-repository.ts';
import { buildReconciliationItemIdsSql } from '../../../features/payments/reconciliation/reconciliation-items-repository.ts';
import type { GlobalSearchTerms } from '../search-terms.ts';

/**
 * A record that audit entries are about. Entries before `since` are left out, because they are older than the searched
 * order.
 */
export interface AuditTarget {
  target: string;
  since: Date | null;
}

/** Maximum number of a shopper's payments that are searched, newest first; order numbers find older ones. */
const PAYMENTS_OF_SHOPPER_MAX = 100;

/**
 * Finds all targets under which the audit log may record an event of the searched order, payment, shopper or group.
 */
export async function findAuditTargets(
  db: Queryable,
  { trackingNumber, reference, id }: GlobalSearchTerms,
  userIds: readonly string[],
): Promise<AuditTarget[]> {
  const [payments, value] =
    trackingNumber !== undefined
      ? [
          '(SELECT * FROM payments WHERE id = (SELECT payment_id FROM orders WHERE tracking_no = $1))',
          trackingNumber,
        ]
      : reference !== undefined
        ? ['(SELECT * FROM payments WHERE reference = $1)', reference]
        : [
            `unnest($1::uuid[]) AS shopper (id) CROSS JOIN LATERAL (SELECT * FROM payments WHERE user_id = shopper.id
               ORDER BY created_at DESC LIMIT ${PAYMENTS_OF_SHOPPER_MAX})`,
            userIds,
          ];
  return db.query<AuditTarget>(
    `WITH paid AS (
       SELECT p.reference, o.id AS order_id, o.tracking_no, c.code
       FROM ${payments} p LEFT JOIN orders o ON o.payment_id = p.id LEFT JOIN pickup_centres c ON c.id = o.centre_id),
     line AS (
       SELECT i.id, i.group_id, i.joined_at, p.code FROM paid p JOIN order_items i ON i.order_id = p.order_id),
     own AS (
       SELECT 'payment:' || reference AS target FROM paid
       UNION ALL SELECT 'order:' || tracking_no FROM paid WHERE tracking_no IS NOT NULL
       UNION ALL SELECT 'item:' || id FROM line
       UNION ALL SELECT 'user:' || id FROM unnest($2::text[]) id
       UNION ALL SELECT 'recovery:' || id FROM recovery_requests WHERE user_id = ANY ($2::uuid[])
       UNION ALL SELECT 'group:' || $3 WHERE $3::text IS NOT NULL
       UNION ALL SELECT 'batch:' || b.group_id || ':' || c.code FROM fulfilment_batches b
         JOIN pickup_centres c ON c.id = b.centre_id WHERE b.group_id = $3::uuid
       UNION ALL SELECT 'recon:' || id FROM (${buildReconciliationItemIdsSql('SELECT reference FROM paid')}) recon_item)
     SELECT target, NULL::timestamptz AS since FROM own
     UNION ALL SELECT 'batch:' || group_id || ':' || code, min(joined_at) FROM line GROUP BY group_id, code
     UNION ALL SELECT 'group:' || group_id, min(joined_at) FROM line GROUP BY group_id
     UNION ALL SELECT target, NULL FROM audit_log
       WHERE action = 'approval.propose' AND after #>> '{words,0}' IN (SELECT split_part(target, ':', 2) FROM own)`,
    [value, userIds, id ?? null],
  );
}

/** Finds operators and centres by the beginning of their name, and products by words of theirs. */
export async function findAuditTargetIdsByName(db: Queryable, name: string): Promise<string[]> {
  const rows = await db.query<{ target: string }>(
    `SELECT 'operator:' || name AS target FROM operators WHERE starts_with(name, $1)
     UNION ALL SELECT 'centre:' || code FROM pickup_centres WHERE lower(code) = $1 OR starts_with(fold_text(name), fold_text($1))
     UNION ALL (SELECT 'product:' || slug FROM products p
       WHERE ${buildProductWordsCondition('$1')} ORDER BY active DESC, slug LIMIT 20)`,
    [name],
  );
  return rows.map(({ target }) => target);
}

export interface AuditTargetLabel {
  target: string;
  /** An order's tracking number, or a proposed action's name; empty for other records. */
  record: string;
  label: string;
}

/** Finds labels for audit targets that need the database, such as the product of a group. */
export async function findAuditTargetLabels(
  db: Queryable,
  targets: readonly string[],
): Promise<AuditTargetLabel[]> {
  const idsOf = (kind: string) =>
    targets.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.split(':')[1] ?? '');
  return db.query<AuditTargetLabel>(
    `SELECT 'item:' || i.id AS target, o.tracking_no AS record,
       'Order ' || o.tracking_no || ', line ' || i.line_no AS label
     FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.id = ANY ($1::bigint[])
     UNION ALL SELECT t.target, '', (g.product_snapshot ->> 'title') || coalesce(', group ' || g.seq, '')
     FROM unnest($2::text[]) t (target) JOIN groups g ON g.id = split_part(t.target, ':', 2)::uuid
     UNION ALL SELECT target, after ->> 'command', after #>> '{words,0}' FROM audit_log
     WHERE target = ANY ($3::text[]) AND action = 'approval.propose'`,
    [
      idsOf('item').filter((id) => /^\d{1,18}$/.test(id)),
      targets.filter((one) => /^(group|batch):[0-9a-f-]{36}(:|$)/.test(one)),
      targets.filter((one) => one.startsWith('proposal:')),
    ],
  );
}
