import type { Queryable } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox.ts';

interface Join {
  productId: string;
  userId: string;
  name: string;
  mayName: boolean;
  productName: string;
  at: Date;
  ageMs: number;
}

export async function findGroupJoinsWithNames(
  tx: Queryable,
  facts: readonly OutboxPayload<'join'>[],
): Promise<Join[]> {
  return tx.query<Join>(
    `SELECT j."productId", j."userId", j.at, u.name, u.social_proof AND u.deleted_at IS NULL AS "mayName",
       g.product_snapshot ->> 'title' AS "productName", extract(epoch FROM app_now() - j.at) * 1000 AS "ageMs"
     FROM jsonb_to_recordset($1::jsonb) AS j ("productId" uuid, "groupId" uuid, "userId" uuid, at timestamptz)
       JOIN users u ON u.id = j."userId" JOIN groups g ON g.id = j."groupId"`,
    [JSON.stringify(facts)],
  );
}
