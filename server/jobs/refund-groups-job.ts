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
      const errors: unknown[] = [];
      for (const groupId of await findFailedGroups(db)) {
        if (isStopping()) break;
        errors.push(...(await refundGroup(db, groupId, isStopping)));
      }
      if (errors.length > 0) throw new AggregateError(errors, 'some items could not be paid back');
    },
  };
}

/** @returns what went wrong: one item that cannot be paid back holds up no other shopper. */
async function refundGroup(db: Database, groupId: string, isStopping: () => boolean): Promise<unknown[]> {
  const errors: unknown[] = [];
  while (!isStopping() && errors.length === 0) {
    const items = await findItemsToRefund(db, groupId, ITEMS_AT_ONCE);
    if (items.length === 0) {
      await closeRefundedGroup(db, groupId);
      break;
    }
    const waiting = items.values();
    const refundWaiting = async () => {
      for (const itemId of waiting) {
        await retryConflicts(() => refundFailedItem(db, itemId)).catch((error) => errors.push(error));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, refundWaiting));
  }
  return errors;
}
