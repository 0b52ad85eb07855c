import type { Database } from '../../db/database.ts';
import { creditUnallocatedMoneyToWallet } from '../../features/payments/unallocated/unallocated-money.ts';
import {
  countOverdueReconciliationItems,
  findOverdueUnallocatedMoney,
} from '../../features/payments/unallocated/unallocated-money-repository.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../ledger/amount-approval.ts';
import { createErrorCollector } from '../../lib/error-collector.ts';
import type { Job } from '../runner.ts';

/**
 * Credits unallocated naira to its payer when no operator has decided in time. It reports how many items are still
 * overdue.
 */
export function createOverdueReconciliationItemsJob(db: Database, onOverdue: (items: number) => void): Job {
  return {
    name: 'recon-overdue',
    everyMs: 60 * 60_000,
    async run() {
      const releases = createErrorCollector('some parked money could not be released');
      for (const { transactionId, payerId } of await findOverdueUnallocatedMoney(db)) {
        await releases.run(() =>
          db.transaction((tx) =>
            creditUnallocatedMoneyToWallet(tx, transactionId, payerId, UNLIMITED_SYSTEM_ACTOR),
          ),
        );
      }
      const items = await countOverdueReconciliationItems(db);
      if (items > 0) onOverdue(items);
      releases.end();
    },
  };
}
