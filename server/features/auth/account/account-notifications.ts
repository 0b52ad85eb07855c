import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';
import { enqueueNotification } from '../../notifications/notification-facts.ts';

/** What changed about the safety of an account. */
export type SecurityChange = 'password_changed' | 'recovery_key_changed' | 'session_revoked';

/** Tells the owner, in the transaction of the change. */
export async function tellSecurityChange(
  tx: Queryable,
  userId: string,
  change: SecurityChange,
  at: Date,
): Promise<void> {
  const fact = { fact: 'security', userId, change, at: at.toISOString() } as const;
  await enqueueNotification(tx, fact, `security:${userId}:${randomUUID()}`);
}

/** Tells the referrer that a friend signed up. */
export async function tellNewReferral(tx: Queryable, referrerId: string, refereeId: string): Promise<void> {
  await enqueueNotification(
    tx,
    { fact: 'new_referral', userId: referrerId, refereeId },
    `referral:${refereeId}`,
  );
}
