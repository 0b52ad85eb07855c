import type { Database } from '../db/database.ts';
import {
  findFailedGroupIdsToRefund,
  findFailedGroupLinesToRefund,
} from '../features/groups/group-closing-repository.ts';
import { moveGroupToRefunded } from '../features/groups/group-moves.ts';
import {
  type AfterWalletCreditStep,
  refundLineOfFailedGroup,
} from '../features/groups/group-refund-service.ts';
import { createErrorCollector, type ErrorCollector } from '../lib/error-collector.ts';
import type { Job } from './runner.ts';

const ITEMS_AT_ONCE = 100;
/** Number of refunds that run at once; refunds of different shoppers do not block each other. */
const PARALLEL = 4;

/**
 * Refunds the items of failed groups, 100 at a time, each in its own transaction. The group is `refunded` after its
 * last item.
 */
export function createRefundGroupsJob(db: Database, afterRefund: AfterWalletCreditStep): Job {
  return {
    name: 'refund-groups',
    everyMs: 5_000,
    async run({ isStopping }) {
      const refunds = createErrorCollector('some items could not be paid back');
      for (const groupId of await findFailedGroupIdsToRefund(db)) {
        if (isStopping()) break;
        await refunds.run(() => refundGroup(db, groupId, refunds, { afterRefund, isStopping }));
      }
      refunds.end();
    },
  };
}

/**
 * Refunds a group's items. A refund that fails does not delay other shoppers' refunds, and the next run tries it again.
 */
async function refundGroup(
  db: Database,
  groupId: string,
  refunds: ErrorCollector,
  { afterRefund, isStopping }: { afterRefund: AfterWalletCreditStep; isStopping: () => boolean },
): Promise<void> {
  let isWhole = true;
  while (!isStopping() && isWhole) {
    const items = await findFailedGroupLinesToRefund(db, groupId, ITEMS_AT_ONCE);
    if (items.length === 0) {
      await db.transaction((tx) => moveGroupToRefunded(tx, groupId));
      return;
    }
    const waiting = items.values();
    const refundWaiting = async () => {
      for (const item of waiting) {
        const isTried = await refunds.run(() => refundLineOfFailedGroup(db, item, afterRefund));
        if (isTried === undefined) isWhole = false;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, refundWaiting));
  }
}
