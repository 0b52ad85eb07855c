import { LATE_JOIN_MINUTES, REVIEW_FORGOTTEN_HOURS } from '#contract/limits.ts';
import { SHOPPERS_NAME } from '../../db/connection/work-limits.ts';
import type { Queryable } from '../../db/database.ts';

/** What the jobs that close groups have to look at. */

const CLOSED_AT_ONCE = 100;

/**
 * A shopper's transaction that began before the deadline of the group `g`: it may be a payment that quotes it, and is not
 * seen until it ends, which is soon. The job's and the operator's own work has other names.
 */
const UNDER_WAY = `EXISTS (
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${SHOPPERS_NAME}'
    AND xact_start <= now() - (app_now() - g.deadline))`;

/**
 * Active groups past their deadline that cannot, or may no longer, reach the minimum: no live payment quotes
 * enough units, or the late joins' time is over.
 */
export async function findExpiredGroups(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT g.id FROM groups g
     WHERE g.status = 'active' AND g.deadline <= app_now()
       AND (g.deadline + $1 * interval '1 minute' <= app_now() OR NOT ${UNDER_WAY} AND g.min_units > g.units_sold + (
         SELECT coalesce(sum(l.quantity::bigint * l.base_unit_qty), 0) FROM payment_lines l JOIN payments p ON p.id = l.payment_id
         WHERE l.group_id = g.id AND p.status IN ('created', 'pending')))
     ORDER BY g.deadline LIMIT $2`,
    [LATE_JOIN_MINUTES, CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/** Successful groups that no live payment quotes, or whose late joins' time is over. */
export async function findGroupsToSecure(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT g.id FROM groups g
     WHERE g.status = 'successful'
       AND (g.succeeded_at + $1 * interval '1 minute' <= app_now() OR NOT EXISTS (
         SELECT FROM payment_lines l JOIN payments p ON p.id = l.payment_id
         WHERE l.group_id = g.id AND p.status IN ('created', 'pending')))
     ORDER BY g.succeeded_at LIMIT $2`,
    [LATE_JOIN_MINUTES, CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/**
 * A review whose time is over. `short`: too few of its units are paid, so it fails. `forgotten`: 48 h past it with
 * the minimum paid, so it goes back by itself.
 */
export interface DueReview {
  id: string;
  isShort: boolean;
  isForgotten: boolean;
}

export async function findDueReviews(db: Queryable): Promise<DueReview[]> {
  return db.query<DueReview>(
    `SELECT id, is_short(g) AS "isShort", review_due + $2 * interval '1 hour' <= app_now() AS "isForgotten"
     FROM groups g WHERE status = 'manual_review' AND review_due <= app_now() ORDER BY review_due LIMIT $1`,
    [CLOSED_AT_ONCE, REVIEW_FORGOTTEN_HOURS],
  );
}

/** Past the deadline a group takes no new quotes, even before anybody closes it. */
export async function findExpiredQuotes(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM groups WHERE status = 'active' AND kind = 'open' AND joinable AND deadline <= app_now()
     ORDER BY deadline LIMIT $1`,
    [CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/** One group a statement: settle locks groups by product, and this must not wait for two of them. */
export async function endExpiredQuote(db: Queryable, groupId: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE groups SET joinable = false WHERE id = $1 AND joinable AND deadline <= app_now() RETURNING id',
    [groupId],
  );
  return rows.length > 0;
}

export async function findFailedGroups(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM groups WHERE status = 'failed' ORDER BY deadline LIMIT $1`,
    [CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/** What failed groups still owe: items, each with its shopper. */
export async function findItemsToRefund(
  db: Queryable,
  groupId: string,
  limit: number,
): Promise<{ id: number; userId: string }[]> {
  return db.query(
    `SELECT id, user_id AS "userId" FROM order_items
     WHERE group_id = $1 AND refunded_kobo < paid_kobo AND collected_at IS NULL
     ORDER BY id LIMIT $2`,
    [groupId, limit],
  );
}
