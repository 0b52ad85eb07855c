import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/** A group as the operator sees it. Amounts in kobo. */
export interface OperatorGroup {
  groupId: string;
  product: string;
  slug: string;
  kind: 'open' | 'solo';
  seq: number | null;
  status: GroupStatus;
  joinable: boolean;
  unitsSold: number;
  minUnits: number;
  participantCount: number;
  openedAt: Date;
  deadline: Date;
  reviewFrom: GroupStatus | null;
  reviewDue: Date | null;
  /** Paid and not paid back. */
  owedKobo: number;
}

const COLUMNS = `g.id AS "groupId", g.product_snapshot ->> 'title' AS product, p.slug, g.kind, g.seq, g.status,
  g.joinable, g.units_sold AS "unitsSold", g.min_units AS "minUnits", g.participant_count AS "participantCount",
  g.opened_at AS "openedAt", g.deadline, g.review_from AS "reviewFrom", g.review_due AS "reviewDue",
  (SELECT coalesce(sum(paid_kobo - refunded_kobo), 0)::bigint FROM order_items WHERE group_id = g.id) AS "owedKobo"`;

export async function readGroupForOperator(
  db: Queryable,
  groupId: string,
): Promise<OperatorGroup | undefined> {
  const [group] = await db.query<OperatorGroup>(
    `SELECT ${COLUMNS} FROM groups g JOIN products p ON p.id = g.product_id WHERE g.id = $1`,
    [groupId],
  );
  return group;
}

/** Newest first; all filters are optional. */
export function listGroupsForOperator(
  db: Queryable,
  filter: { status?: GroupStatus; slug?: string; limit: number },
): Promise<OperatorGroup[]> {
  return db.query<OperatorGroup>(
    `SELECT ${COLUMNS} FROM groups g JOIN products p ON p.id = g.product_id
     WHERE ($1::text IS NULL OR g.status = $1) AND ($2::text IS NULL OR p.slug = $2)
     ORDER BY g.opened_at DESC, g.id LIMIT $3`,
    [filter.status ?? null, filter.slug ?? null, filter.limit],
  );
}
