import { randomUUID } from 'node:crypto';
import type { NotificationEventOfKind } from '#contract/notifications/events.ts';
import { readDatabaseClock } from '../../../db/clock-offset.ts';
import type { Queryable } from '../../../db/database.ts';
import { notifyShopper } from '../../../outbox/outbox.ts';

/**
 * Notifies the account's owner of a security change, in the transaction of the change, so that no change goes
 * unreported.
 */
export async function notifyUserOfSecurityChange(
  tx: Queryable,
  userId: string,
  change: NotificationEventOfKind<'security'>['change'],
): Promise<void> {
  const { realMs } = await readDatabaseClock(tx);
  const at = new Date(realMs).toISOString();
  const fact = { fact: 'security', userId, change, at } as const;
  await notifyShopper(tx, fact, `security:${userId}:${randomUUID()}`);
}
