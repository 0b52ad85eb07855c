import type { Database } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import {
  closeRefundedGroup,
  findFailedGroups,
  findItemsToRefund,
  refundFailedItem,
} from '../features/groups/group-closing-repository.ts';
import type { Job } from './runner.ts';

const ITEMS_AT_ONCE = 100;
/** Refunds of different shoppers wait for nothing of each other. */
const PARALLEL = 4;

/** Pays back every item of a failed group, one shopper a transaction; then the group is `refunded`. */
export function refundGroupsJob(db: Database): Job {
  return {
    name: 'refund-groups',
    everyMs: 5_000,
    async run({ isStopping }) {
      for (const groupId of await findFailedGroups(db)) {
        await refundGroup(db, groupId, isStopping);
        if (isStopping()) return;
      }
    },
  };
}

async function refundGroup(db: Database, groupId: string, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const items = await findItemsToRefund(db, groupId, ITEMS_AT_ONCE);
    if (items.length === 0) {
      await closeRefundedGroup(db, groupId);
      return;
    }
    const waiting = items.values();
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const itemId of waiting) await retryConflicts(() => refundFailedItem(db, itemId));
      }),
    );
  }
}
