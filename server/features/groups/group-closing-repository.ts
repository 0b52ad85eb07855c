import { GROUP_ENDS_AFTER_REVIEW_OVERDUE_HOURS, LATE_PAYMENT_GRACE_MINUTES } from '#contract/limits.ts';
import { SHOPPER_PG_APPLICATION_NAME } from '../../db/connection/work-limits.ts';
import type { Queryable } from '../../db/database.ts';

const CLOSED_AT_ONCE = 100;

/**
 * SQL that finds a shopper's transaction that began before the deadline of group `g`. Such a transaction may still pay
 * in time, although others see its payment only after its commit.
 */
const UNDER_WAY = `EXISTS (
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${SHOPPER_PG_APPLICATION_NAME}'
    AND xact_start <= now() - (app_now() - g.deadline))`;

/**
 * Finds groups to close after their deadline, once no payment in progress can fill them or late payments are refused.
 */
export async function findGroupIdsToCloseAfterDeadline(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT g.id FROM groups g
     WHERE g.status = 'active' AND g.deadline <= app_now()
       AND (g.deadline + $1 * interval '1 minute' <= app_now() OR NOT ${UNDER_WAY} AND g.min_units > g.units_sold + (
         SELECT coalesce(sum(l.quantity::bigint * l.base_unit_qty), 0) FROM payment_lines l JOIN payments p ON p.id = l.payment_id
         WHERE l.group_id = g.id AND p.status IN ('created', 'pending')))
     ORDER BY g.deadline LIMIT $2`,
    [LATE_PAYMENT_GRACE_MINUTES, CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/** Finds successful groups to secure, once no payment is in progress or the time for late payments is over. */
export async function findGroupIdsToMoveToSecured(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT g.id FROM groups g
     WHERE g.status = 'successful'
       AND (g.succeeded_at + $1 * interval '1 minute' <= app_now() OR NOT EXISTS (
         SELECT FROM payment_lines l JOIN payments p ON p.id = l.payment_id
         WHERE l.group_id = g.id AND p.status IN ('created', 'pending')))
     ORDER BY g.succeeded_at LIMIT $2`,
    [LATE_PAYMENT_GRACE_MINUTES, CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/**
 * A group whose review time is over. `isShort`: too few paid units, so the group fails. `isForgotten`: nobody decided,
 * so the group gets its earlier status again.
 */
export interface OverdueGroupReview {
  id: string;
  isShort: boolean;
  isForgotten: boolean;
}

export async function findOverdueGroupReviews(db: Queryable): Promise<OverdueGroupReview[]> {
  return db.query<OverdueGroupReview>(
    `SELECT id, is_short(g) AS "isShort", review_due + $2 * interval '1 hour' <= app_now() AS "isForgotten"
     FROM groups g WHERE status = 'manual_review' AND review_due <= app_now() ORDER BY review_due LIMIT $1`,
    [CLOSED_AT_ONCE, GROUP_ENDS_AFTER_REVIEW_OVERDUE_HOURS],
  );
}

/**
 * Finds groups that still accept buyers after their deadline. They must refuse new buyers at once, even before they
 * close.
 */
export async function findGroupIdsToCloseToNewBuyers(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM groups WHERE status = 'active' AND kind = 'open' AND joinable AND deadline <= app_now()
     ORDER BY deadline LIMIT $1`,
    [CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

/**
 * Closes one group to new buyers. A statement for several groups could deadlock with payments, which lock groups in
 * another order.
 */
export async function closeExpiredGroupToNewBuyers(db: Queryable, groupId: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE groups SET joinable = false WHERE id = $1 AND joinable AND deadline <= app_now() RETURNING id',
    [groupId],
  );
  return rows.length > 0;
}

export async function findFailedGroupIdsToRefund(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM groups WHERE status = 'failed' ORDER BY deadline LIMIT $1`,
    [CLOSED_AT_ONCE],
  );
  return rows.map((row) => row.id);
}

export async function findFailedGroupLinesToRefund(
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
