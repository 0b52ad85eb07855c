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
  /** Of the units sold, those not paid back in full. */
  paidUnits: number;
  /** Paid and not paid back, collected or not. */
  owedKobo: number;
  /** What of it was collected, and by how many. */
  collectedMembers: number;
  collectedKobo: number;
  /** What a failure would pay back, and to how many. */
  refundMembers: number;
  refundKobo: number;
}

const COLUMNS = `g.id AS "groupId", g.product_snapshot ->> 'title' AS product, p.slug, g.kind, g.seq, g.status,
  g.joinable, g.units_sold AS "unitsSold", g.min_units AS "minUnits", g.participant_count AS "participantCount",
  g.opened_at AS "openedAt", g.deadline, g.review_from AS "reviewFrom", g.review_due AS "reviewDue",
  i."paidUnits", i."owedKobo", i."collectedMembers", i."collectedKobo", i."refundMembers",
  i."owedKobo" - i."collectedKobo" AS "refundKobo"`;

const TABLES = `groups g JOIN products p ON p.id = g.product_id CROSS JOIN LATERAL (
  SELECT coalesce(sum(units) FILTER (WHERE counted), 0) AS "paidUnits",
    coalesce(sum(paid_kobo - refunded_kobo), 0)::bigint AS "owedKobo",
    count(DISTINCT user_id) FILTER (WHERE collected_at IS NOT NULL)::int AS "collectedMembers",
    coalesce(sum(paid_kobo - refunded_kobo) FILTER (WHERE collected_at IS NOT NULL), 0)::bigint AS "collectedKobo",
    count(DISTINCT user_id) FILTER (WHERE collected_at IS NULL)::int AS "refundMembers"
  FROM order_items WHERE group_id = g.id AND refunded_kobo < paid_kobo) i`;

export async function readGroupForOperator(
  db: Queryable,
  groupId: string,
): Promise<OperatorGroup | undefined> {
  const [group] = await db.query<OperatorGroup>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE g.id = $1`, [
    groupId,
  ]);
  return group;
}

/** Newest first; all filters are optional. */
export function listGroupsForOperator(
  db: Queryable,
  filter: { status?: GroupStatus; slug?: string; limit: number },
): Promise<OperatorGroup[]> {
  return db.query<OperatorGroup>(
    `SELECT ${COLUMNS} FROM ${TABLES}
     WHERE ($1::text IS NULL OR g.status = $1) AND ($2::text IS NULL OR p.slug = $2)
     ORDER BY g.opened_at DESC, g.id LIMIT $3`,
    [filter.status ?? null, filter.slug ?? null, filter.limit],
  );
}
