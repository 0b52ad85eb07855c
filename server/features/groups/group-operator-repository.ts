import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/** A group for operators, with amounts in kobo. */
export interface GroupRowForOperator {
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
  /** Name of the base unit, such as `kg`; null: the product has no selling units. */
  baseUnit: string | null;
  openedAt: Date;
  deadline: Date;
  reviewFrom: GroupStatus | null;
  reviewDue: Date | null;
  /** Base units that were paid and not refunded in full. */
  paidUnits: number;
  /** Kobo that were paid and not refunded, whether or not the goods were collected. */
  owedKobo: number;
  collectedMembers: number;
  /** Kobo that were paid for collected goods and not refunded. */
  collectedKobo: number;
  /** Number of members who would get a refund if the group failed. */
  refundMembers: number;
  refundKobo: number;
}

/**
 * SQL for the name of the base unit of group `g`. It is null for a product without selling units, which is counted in
 * pieces.
 */
export const BASE_UNIT_NAME_SQL = `CASE WHEN (g.product_snapshot ->> 'unitsEnabled')::boolean
    THEN nullif(g.product_snapshot ->> 'baseUnitName', '') END`;

const COLUMNS = `g.id AS "groupId", g.product_snapshot ->> 'title' AS product, p.slug, g.kind, g.seq, g.status,
  g.joinable, g.units_sold AS "unitsSold", g.min_units AS "minUnits", g.participant_count AS "participantCount",
  g.opened_at AS "openedAt", g.deadline, g.review_from AS "reviewFrom", g.review_due AS "reviewDue",
  ${BASE_UNIT_NAME_SQL} AS "baseUnit", i."paidUnits", i."owedKobo", i."collectedMembers", i."collectedKobo", i."refundMembers",
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
): Promise<GroupRowForOperator | undefined> {
  const [group] = await db.query<GroupRowForOperator>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE g.id = $1`, [
    groupId,
  ]);
  return group;
}

interface GroupFilter {
  /** Lists groups with one of these statuses; must not be empty. */
  statuses: readonly GroupStatus[];
  /** True: also lists delivered groups in which paid goods were not handed out. */
  withOwed?: boolean;
  slug?: string | undefined;
  /** Lists only groups below their minimum that have members and close within this many hours. */
  closingHours?: number | undefined;
  /** Id of the last group on the previous page. */
  after?: string | undefined;
  /** True: lists past groups, newest first. */
  latestFirst?: boolean;
  limit: number;
}

/**
 * Lists one page of groups, sorted by deadline. Each status is read through the index, so that a page never reads all
 * groups.
 */
export function listGroupsForOperator(
  db: Queryable,
  { statuses, withOwed = false, slug, closingHours, after, latestFirst = false, limit }: GroupFilter,
): Promise<GroupRowForOperator[]> {
  const [beyond, order] = latestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
  const found = `($2::text IS NULL OR product_id = (SELECT id FROM products WHERE slug = $2))
    AND ($6::int IS NULL OR (kind = 'open' AND participant_count > 0 AND units_sold < min_units
      AND deadline <= app_now() + make_interval(hours => $6)))
    AND ($3::uuid IS NULL OR (deadline, id) ${beyond} ((SELECT deadline FROM groups WHERE id = $3), $3::uuid))`;
  return db.query<GroupRowForOperator>(
    `SELECT ${COLUMNS} FROM (
       SELECT id FROM (
         SELECT one.id, one.deadline FROM unnest($1::text[]) AS wanted (status) CROSS JOIN LATERAL (
           SELECT id, deadline FROM groups WHERE status = wanted.status AND ${found}
           ORDER BY deadline ${order}, id ${order} LIMIT $4) one
         UNION ALL
         SELECT id, deadline FROM groups WHERE $5 AND status = 'delivered' AND ${found}
           AND id IN (SELECT group_id FROM owed_lines)) listed
       ORDER BY deadline ${order}, id ${order} LIMIT $4) page, ${TABLES}
     WHERE g.id = page.id ORDER BY g.deadline ${order}, g.id ${order}`,
    [statuses, slug ?? null, after ?? null, limit, withOwed, closingHours ?? null],
  );
}

export interface GroupMemberForOperator {
  userId: string;
  name: string;
  units: number;
  /** Selling units that the member bought, such as `2 x Keg 25 l`; null for a product without selling units. */
  bought: string | null;
  paidKobo: number;
  refundedKobo: number;
  joinedAt: Date;
}

/**
 * Builds SQL that sums up purchases for each user, group and selling unit.
 * @param condition SQL that selects order lines `i`.
 */
export const buildMemberPurchasesSql = (condition: string) => `SELECT i.user_id, i.group_id,
    unit_title(g.product_snapshot, i.unit_name) AS unit, sum(i.quantity) AS quantity, sum(i.units) AS units,
    sum(i.paid_kobo) AS paid_kobo, sum(i.refunded_kobo) AS refunded_kobo, min(i.joined_at) AS joined_at
  FROM order_items i JOIN groups g ON g.id = i.group_id WHERE ${condition} GROUP BY 1, 2, 3`;

/** SQL that lists the rows `b` of `buildMemberPurchasesSql` as one text, such as `2 x Keg 25 l, 1 x Bag 50 kg`. */
export const MEMBER_PURCHASES_TEXT_SQL = `string_agg(b.quantity || ' x ' || b.unit, ', ' ORDER BY b.joined_at, b.unit)`;

/**
 * Reads the members of a group, oldest first. No paging is needed, because the group's minimum limits the number of
 * members.
 */
export function readGroupMembersForOperator(
  db: Queryable,
  groupId: string,
): Promise<GroupMemberForOperator[]> {
  return db.query<GroupMemberForOperator>(
    `SELECT b.user_id AS "userId", u.name, sum(b.units)::int AS units, ${MEMBER_PURCHASES_TEXT_SQL} AS bought,
       sum(b.paid_kobo)::bigint AS "paidKobo", sum(b.refunded_kobo)::bigint AS "refundedKobo",
       min(b.joined_at) AS "joinedAt"
     FROM (${buildMemberPurchasesSql('i.group_id = $1')}) b JOIN users u ON u.id = b.user_id
     GROUP BY b.user_id, u.name ORDER BY min(b.joined_at), b.user_id`,
    [groupId],
  );
}
