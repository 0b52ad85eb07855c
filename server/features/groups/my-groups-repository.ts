import { type FilterableGroup, FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import type { HolidayReasonsByDay } from '#contract/rules/pickup/opening-hours.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';
import { BASE_UNIT_NAME_SQL } from './group-operator-repository.ts';

/** A group with what the shopper bought in it, in kobo and base units. */
export interface MyGroupRow {
  groupId: string;
  kind: 'open' | 'solo';
  /** The group's status as this shopper sees it: from `secured` on, the stage at the shopper's pickup centre. */
  status: GroupStatus;
  productId: string;
  title: string;
  slug: string;
  pictures: { hash: string; width: number; height: number; tone: number }[];
  priceKobo: number;
  baseUnitName: string | null;
  unitsSold: number;
  minUnits: number;
  participantCount: number;
  deadline: Date;
  openedAt: Date;
  joinedAt: Date;
  quantity: number;
  /** The shopper's quantity in the group, in base units of the product; 0 after leaving the group. */
  units: number;
  paidKobo: number;
  refundedKobo: number;
  canLeave: boolean;
  canSwitchToSolo: boolean;
  orders: MyGroupOrderRow[];
  now: Date;
}

export interface MyGroupOrderRow {
  trackingNumber: string;
  name: string;
  address: string;
  city: string;
  hours: string;
  holidays: HolidayReasonsByDay;
  /** Time at which the goods became ready, ISO 8601; null: not yet. */
  readyAt: string | null;
  expectedBy: string;
  collectBy: string | null;
  /** The order's pickup code; null until the goods are ready. */
  code: string | null;
  isCollected: boolean;
  paidAt: string;
  fullAt: string | null;
  packedAt: string | null;
  /** Time of the last hand-out of this order's goods. */
  collectedAt: string | null;
  lines: MyGroupLineRow[];
}

export interface MyGroupLineRow {
  lineNumber: number;
  unitName: string | null;
  unit: string | null;
  quantity: number;
  orderedQuantity: number;
  baseUnitQuantity: number;
  paidKobo: number;
  refundedKobo: number;
  counted: boolean;
}

const STAGES = `'{${FULFILMENT_STAGES.join()}}'::text[]`;

/**
 * Builds SQL for a member's own stage. In a delivered batch, a member who has not collected is still at
 * `ready_for_pickup`.
 */
const ownStage = (stage: string): string =>
  `CASE WHEN ${stage} = 'delivered' AND mine.all_collected = false THEN 'ready_for_pickup' ELSE ${stage} END`;

/** @param own SQL conditions that select the shopper's lines and groups. */
const rowsOf = (own: { items: string; groups: string }): string => `
  SELECT g.id AS "groupId", g.kind, p.id AS "productId", g.product_snapshot ->> 'title' AS title, p.slug,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('hash', i.hash, 'width', i.width, 'height', i.height,
        'tone', i.tone) ORDER BY named.position), '[]')
      FROM unnest(p.images) WITH ORDINALITY AS named (hash, position)
      JOIN pictures i ON i.hash = named.hash) AS pictures,
    (g.product_snapshot ->> 'priceKobo')::bigint AS "priceKobo", ${BASE_UNIT_NAME_SQL} AS "baseUnitName",
    g.units_sold AS "unitsSold", g.min_units AS "minUnits", g.participant_count AS "participantCount", g.deadline,
    g.opened_at AS "openedAt", mine.joined_at AS "joinedAt", mine.quantity::int, mine.units::int,
    mine.paid AS "paidKobo", mine.refunded AS "refundedKobo", app_now() AS now, orders.list AS orders,
    CASE WHEN mine.all_collected THEN 'delivered'
         WHEN g.status <> ALL (${STAGES}) THEN g.status
         ELSE ${ownStage('coalesce(orders.stage, g.status)')} END AS status,
    g.kind = 'open' AND g.status = 'active' AND g.deadline > app_now() AND mine.units > 0 AS "canLeave",
    g.status IN ('failed', 'refunded') AND mine.has_uncollected AND p.active AND p.solo_enabled AND NOT EXISTS (
      SELECT FROM group_solo_switches s WHERE s.group_id = g.id AND s.user_id = $1) AS "canSwitchToSolo"
  FROM (
    SELECT group_id, min(joined_at) FILTER (WHERE stands) AS joined_at, sum(quantity) FILTER (WHERE stands) AS quantity,
      coalesce(sum(units) FILTER (WHERE counted), 0) AS units, sum(paid_kobo) FILTER (WHERE stands) AS paid,
      sum(refunded_kobo) FILTER (WHERE stands) AS refunded,
      bool_and(collected_at IS NOT NULL) FILTER (WHERE stands AND refunded_kobo < paid_kobo) AS all_collected,
      bool_or(collected_at IS NULL) FILTER (WHERE stands) AS has_uncollected,
      max(id) FILTER (WHERE stands) AS newest, array_agg(DISTINCT order_id) AS order_ids,
      array_agg(DISTINCT order_id) FILTER (WHERE collected_at IS NULL AND refunded_kobo < paid_kobo) AS owed_order_ids
    -- Lines that the shopper had before leaving and joining again are left out. After leaving for good they are shown.
    FROM (SELECT *, counted OR NOT bool_or(counted) OVER (PARTITION BY group_id) AS stands
      FROM order_items WHERE user_id = $1 ${own.items}) item
    GROUP BY group_id ${own.groups}) mine
  JOIN groups g ON g.id = mine.group_id
  JOIN products p ON p.id = g.product_id
  LEFT JOIN LATERAL (
    SELECT (array_agg(b.status ORDER BY array_position(${STAGES}, b.status)))[1] AS stage,
      jsonb_agg(jsonb_build_object('trackingNumber', o.tracking_no, 'name', c.name, 'address', c.address,
        'city', c.city, 'hours', c.hours, 'holidays', c.holidays, 'readyAt', ready.at,
        'expectedBy', expected_by(c, coalesce(g.succeeded_at, g.deadline)), 'collectBy', collect_by(c, ready.at),
        'code', CASE WHEN ready.at IS NOT NULL THEN o.pickup_code END,
        'isCollected', NOT o.id = ANY (coalesce(mine.owed_order_ids, '{}')),
        'paidAt', o.created_at, 'fullAt', g.succeeded_at, 'packedAt', b.packed_at,
        'collectedAt', own.collected_at, 'lines', own.lines)
        ORDER BY o.created_at, o.tracking_no) AS list
    FROM orders o JOIN pickup_centres c ON c.id = o.centre_id
      CROSS JOIN LATERAL (SELECT max(i.collected_at) AS collected_at,
          jsonb_agg(jsonb_build_object('unitName', i.unit_name, 'unit', unit_title(g.product_snapshot, i.unit_name),
            'quantity', i.quantity, 'orderedQuantity', bought.quantity, 'lineNumber', i.line_no,
            'baseUnitQuantity', i.base_unit_qty, 'paidKobo', i.paid_kobo, 'refundedKobo', i.refunded_kobo,
            'counted', i.counted) ORDER BY i.line_no) AS lines
        FROM order_items i
          JOIN payment_lines bought ON bought.payment_id = o.payment_id AND bought.line_no = i.line_no
        WHERE i.order_id = o.id AND i.group_id = g.id) own
      LEFT JOIN fulfilment_batches b ON b.group_id = g.id AND b.centre_id = o.centre_id
      LEFT JOIN LATERAL (SELECT coalesce(b.ready_at, b.updated_at) AS at
        WHERE b.status IN ('ready_for_pickup', 'delivered')) ready ON true
    WHERE o.id = ANY (mine.order_ids)) orders ON true
  ORDER BY mine.newest DESC`;

const NEWEST = rowsOf({ items: '', groups: 'HAVING bool_or(counted) ORDER BY newest DESC LIMIT $2' });
const ONE = rowsOf({ items: 'AND group_id = $2', groups: '' });

/** Finds the shopper's newest groups, without those they left. */
export function findMyGroups(db: Queryable, userId: string, limit: number): Promise<MyGroupRow[]> {
  return db.query<MyGroupRow>(NEWEST, [userId, limit]);
}

/** Finds one of the shopper's groups, also one that they have left. */
export async function findMyGroup(
  db: Queryable,
  userId: string,
  groupId: string,
): Promise<MyGroupRow | undefined> {
  const [row] = await db.query<MyGroupRow>(ONE, [userId, groupId]);
  return row;
}

/** Totals over all groups of a shopper: numbers of groups for the filter tabs, money and units. */
export interface MyGroupCountAndSpending {
  /** The groups are counted by the fields that filters read. `unitsSold` is 1 if the minimum is reached, else 0. */
  groups: (FilterableGroup & { count: number })[];
  spentKobo: number;
  units: number;
}

export async function findMyGroupTotals(db: Queryable, userId: string): Promise<MyGroupCountAndSpending> {
  const [totals] = await db.query<MyGroupCountAndSpending>(
    `SELECT coalesce(sum(alike.spent), 0)::bigint AS "spentKobo", coalesce(sum(alike.units), 0)::int AS units,
       coalesce(json_agg(json_build_object('status', alike.status, 'unitsSold', alike.is_filled::int,
         'minimumViableUnits', 1, 'count', alike.count)) FILTER (WHERE alike.count > 0), '[]') AS groups
     FROM (
       SELECT CASE WHEN mine.all_collected THEN 'delivered' ELSE ${ownStage('g.status')} END AS status,
         g.units_sold >= g.min_units AS is_filled, count(*) FILTER (WHERE mine.is_member) AS count,
         sum(mine.spent) AS spent, sum(mine.units) AS units
       FROM (SELECT group_id, sum(paid_kobo - refunded_kobo) AS spent, bool_or(counted) AS is_member,
               bool_and(collected_at IS NOT NULL) FILTER (WHERE refunded_kobo < paid_kobo) AS all_collected,
               coalesce(sum(units) FILTER (WHERE refunded_kobo < paid_kobo), 0) AS units
             FROM order_items WHERE user_id = $1 GROUP BY group_id) mine
       JOIN groups g ON g.id = mine.group_id GROUP BY 1, 2) alike`,
    [userId],
  );
  return totals ?? { groups: [], spentKobo: 0, units: 0 };
}
