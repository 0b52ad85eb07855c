import type { Database } from '../../db/database.ts';
import { releaseParkedMoney } from '../../features/payments/unallocated/parked-money.ts';
import {
  countOverdueItems,
  findOverdueParkedMoney,
} from '../../features/payments/unallocated/parked-money-repository.ts';
import { THE_SHOP } from '../../ledger/judge-sum.ts';
import { keepApart } from '../../lib/keep-apart.ts';
import type { Job } from '../runner.ts';

/** Credits overdue suspended naira to the known payer, and reports what is still overdue. */
export function reconOverdueJob(db: Database, onOverdue: (items: number) => void): Job {
  return {
    name: 'recon-overdue',
    everyMs: 60 * 60_000,
    async run() {
      const releases = keepApart('some parked money could not be released');
      for (const { transactionId, payerId } of await findOverdueParkedMoney(db)) {
        await releases.run(() =>
          db.transaction((tx) => releaseParkedMoney(tx, transactionId, payerId, THE_SHOP)),
        );
      }
      const items = await countOverdueItems(db);
      if (items > 0) onOverdue(items);
      releases.end();
    },
  };
}
