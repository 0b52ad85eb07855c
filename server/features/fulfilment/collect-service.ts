import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../http/error-handler.ts';
import { type CollectedItem, checkPickupCode, clearPickupMisses, collectOrder } from './pickup-repository.ts';

/**
 * Hands out what an order has waiting, against its code. Five wrong codes lock it, also for the right one.
 *
 * @param actor who hands it out.
 * @returns the items handed out now.
 * @throws {DomainError} `bad_request` for a wrong code, a locked order, or one of which nothing waits.
 */
export async function collect(
  db: Database,
  trackingNumber: string,
  code: string,
  actor: string,
): Promise<CollectedItem[]> {
  const target = `order:${trackingNumber}`;
  // By itself: a refusal must not undo the count.
  const checked = await db.transaction(async (tx) => {
    const found = await checkPickupCode(tx, trackingNumber, code);
    if (found === 'wrong') await writeAudit(tx, { actor, action: 'item.collect_refused', target });
    return found;
  });
  if (checked === 'locked') {
    throw new DomainError(
      'bad_request',
      'Five wrong codes have locked this order. See who the shopper is, then: item unlock.',
    );
  }
  const items = await db.transaction(async (tx) => {
    const collected = checked === 'right' ? await collectOrder(tx, trackingNumber, code) : [];
    if (collected.length > 0)
      await writeAudit(tx, { actor, action: 'item.collect', target, before: [], after: collected });
    return collected;
  });
  if (items.length === 0)
    throw new DomainError('bad_request', 'Nothing of this order waits under this code.');
  return items;
}

/** @throws {DomainError} `not_found` for an unknown order. */
export function unlockPickup(
  db: Database,
  trackingNumber: string,
  act: { actor: string; key: string | null; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await clearPickupMisses(tx, trackingNumber);
    if (!before) throw new DomainError('not_found', 'There is no such order.');
    const target = `order:${trackingNumber}`;
    await writeAudit(tx, { ...act, action: 'item.unlock', target, before, after: { misses: 0 } });
  });
}
