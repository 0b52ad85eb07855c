import type { PushSubscriptionBody } from '#contract/schemas/notification.ts';
import type { OperatorPushKind } from '#contract/schemas/ops/access.ts';
import type { Queryable } from '../../db/database.ts';
import type { OperatorRole } from '../action.ts';

const OPERATOR_SUBSCRIPTIONS_MAX = 10;

export interface OperatorPushSubscription extends PushSubscriptionBody {
  role: OperatorRole;
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: string[] | null;
}

/** A subscribed device with the new orders and open proposals since its last push message. */
export interface DueOrderAndApprovalPush extends OperatorPushSubscription {
  sales: number;
  /** Names of the actions that other operators have proposed and that wait for approval. */
  proposals: string[];
}

/**
 * Stores which kinds of messages a device receives. The last operator who subscribed owns the device; an empty list
 * removes it.
 */
export async function setOperatorPushSubscription(
  tx: Queryable,
  { name, session }: { name: string; session: Buffer },
  { endpoint, keys, kinds }: PushSubscriptionBody & { kinds: readonly OperatorPushKind[] },
): Promise<void> {
  if (kinds.length === 0) {
    await tx.query('DELETE FROM operator_push_subscriptions WHERE endpoint = $1 AND name = $2', [
      endpoint,
      name,
    ]);
    return;
  }
  await tx.query(
    `INSERT INTO operator_push_subscriptions AS s (endpoint, session_hash, name, keys, kinds) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (endpoint) DO UPDATE SET session_hash = excluded.session_hash, name = excluded.name, keys = excluded.keys,
       kinds = excluded.kinds, told_at = CASE WHEN s.name = excluded.name THEN s.told_at ELSE app_now() END`,
    [endpoint, session, name, JSON.stringify(keys), kinds],
  );
  await tx.query(
    `DELETE FROM operator_push_subscriptions WHERE endpoint IN (
       SELECT endpoint FROM operator_push_subscriptions WHERE name = $1
       ORDER BY (endpoint = $2) DESC, created_at DESC OFFSET ${OPERATOR_SUBSCRIPTIONS_MAX})`,
    [name, endpoint],
  );
}

export async function deleteOperatorPushSubscription(db: Queryable, endpoint: string): Promise<void> {
  await db.query('DELETE FROM operator_push_subscriptions WHERE endpoint = $1', [endpoint]);
}

const ACTIVE = `operator_push_subscriptions s JOIN operators o ON o.name = s.name
  AND o.removed_at IS NULL AND o.enrolled_at IS NOT NULL`;

export async function findAlarmPushSubscriptions(db: Queryable): Promise<OperatorPushSubscription[]> {
  return db.query<OperatorPushSubscription>(
    `SELECT s.endpoint, s.keys, o.role, o.centres FROM ${ACTIVE} WHERE 'alarm' = ANY (s.kinds) ORDER BY s.endpoint`,
  );
}

/**
 * The next message counts orders and proposals up to this time, five seconds ago, because younger ones may not be
 * committed yet.
 */
export async function readOperatorPushCutoffTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ at: Date }>(`SELECT app_now() - interval '5 seconds' AS at`);
  return (row as { at: Date }).at;
}

export async function findDueOrderAndApprovalPushes(
  db: Queryable,
  until: Date,
): Promise<DueOrderAndApprovalPush[]> {
  return db.query<DueOrderAndApprovalPush>(
    `SELECT * FROM (
       SELECT s.endpoint, s.keys, o.role, o.centres,
         CASE WHEN 'sale' = ANY (s.kinds) THEN (SELECT count(*)::int FROM orders n
           WHERE n.created_at > s.told_at AND n.created_at <= $1 AND (o.centres IS NULL OR n.centre_id IN
             (SELECT c.id FROM pickup_centres c WHERE c.code = ANY (o.centres)))) ELSE 0 END AS sales,
         CASE WHEN 'approval' = ANY (s.kinds) THEN ARRAY(SELECT p.command FROM operator_proposals p
           WHERE p.status = 'open' AND p.decided_by IS NULL AND p.proposed_by <> s.name
             AND p.created_at > s.told_at AND p.created_at <= $1) ELSE '{}' END AS proposals
       FROM ${ACTIVE}) activity
     WHERE sales > 0 OR proposals <> '{}' ORDER BY endpoint`,
    [until],
  );
}

export async function markOperatorPushSent(db: Queryable, endpoint: string, until: Date): Promise<void> {
  await db.query('UPDATE operator_push_subscriptions SET told_at = $2 WHERE endpoint = $1', [
    endpoint,
    until,
  ]);
}
