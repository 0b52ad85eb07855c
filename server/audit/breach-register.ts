import type { Queryable } from '../db/database.ts';
import { writeAuditEntry } from './audit-log.ts';

/**
 * Register of personal data breaches (NDPA 2023, section 40). Its entries are audit log rows, which cannot be changed.
 */

const REGISTER = 'breaches';
/**
 * Hours within which the law demands that the Commission is notified, counted from the moment the breach is noticed.
 */
const COMMISSION_HOURS = 72;

export type DataBreachRecipient = 'commission' | 'shoppers';

interface ActorContext {
  actor: string;
  key: string | null;
}

/** Adds a breach to the register. @returns its number. */
export function recordDataBreach(
  tx: Queryable,
  { actor, key }: ActorContext,
  breach: { noticedAt: Date; what: string; whose: string; done: string },
): Promise<number> {
  return writeAuditEntry(tx, { actor, key, action: 'breach.record', target: REGISTER, after: breach });
}

/** Records that the Commission or the shoppers were notified. @returns false when the breach does not exist. */
export async function recordDataBreachNotification(
  tx: Queryable,
  { actor, key }: ActorContext,
  notification: { breach: number; whom: DataBreachRecipient; at: Date; how: string },
): Promise<boolean> {
  const known = (await listDataBreaches(tx)).find(({ id }) => id === notification.breach);
  if (!known) return false;
  const before = { commissionToldAt: known.commissionToldAt, shoppersToldAt: known.shoppersToldAt };
  await writeAuditEntry(tx, {
    actor,
    key,
    action: 'breach.told',
    target: REGISTER,
    before,
    after: notification,
  });
  return true;
}

export interface DataBreachRow {
  id: number;
  noticedAt: string;
  what: string;
  whose: string;
  done: string;
  recordedBy: string;
  dueAt: Date;
  /** Time at which the Commission was notified, ISO 8601; null: not yet. */
  commissionToldAt: string | null;
  shoppersToldAt: string | null;
}

/** Lists all breaches, newest first. */
export function listDataBreaches(db: Queryable): Promise<DataBreachRow[]> {
  const notifiedAt = (
    whom: DataBreachRecipient,
  ) => `(SELECT min(t.after ->> 'at') FROM audit_log t WHERE t.target = $1
       AND t.action = 'breach.told' AND (t.after ->> 'breach')::bigint = b.id AND t.after ->> 'whom' = '${whom}')`;
  return db.query<DataBreachRow>(
    `SELECT id, after ->> 'noticedAt' AS "noticedAt", after ->> 'what' AS what, after ->> 'whose' AS whose,
       after ->> 'done' AS done, actor AS "recordedBy",
       (after ->> 'noticedAt')::timestamptz + interval '${COMMISSION_HOURS} hours' AS "dueAt",
       ${notifiedAt('commission')} AS "commissionToldAt", ${notifiedAt('shoppers')} AS "shoppersToldAt"
     FROM audit_log b WHERE target = $1 AND action = 'breach.record' ORDER BY id DESC`,
    [REGISTER],
  );
}
