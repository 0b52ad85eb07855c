import type { Queryable } from '../../db/database.ts';

const RECORDS = {
  product: 'SELECT FROM products WHERE slug = $1',
  group: 'SELECT FROM groups WHERE id = $1::uuid',
  shopper: 'SELECT FROM users WHERE id = $1::uuid',
  payment: 'SELECT FROM payments WHERE reference = $1',
  order: 'SELECT FROM orders WHERE tracking_no = $1',
  operator: 'SELECT FROM operators WHERE name = $1',
  review: 'SELECT FROM reviews WHERE id = $1::bigint',
  'reconciliation item': 'SELECT FROM recon_items WHERE id = $1::bigint',
  'audit entry': 'SELECT FROM audit_log WHERE id = $1::bigint',
};
export type NamedRecordKind = keyof typeof RECORDS;

/** @param centres codes of the pickup centres to which an order must belong; null: any. */
export async function doesNamedRecordExist(
  db: Queryable,
  {
    kind,
    name,
    centres,
  }: { kind: NamedRecordKind; name: string | number; centres: readonly string[] | null },
): Promise<boolean> {
  const rows =
    kind === 'order' && centres
      ? await db.query(
          `${RECORDS.order} AND centre_id IN (SELECT id FROM pickup_centres WHERE code = ANY ($2))`,
          [name, centres],
        )
      : await db.query(RECORDS[kind], [name]);
  return rows.length > 0;
}
