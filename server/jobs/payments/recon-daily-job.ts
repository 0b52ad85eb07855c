import { findDueReconciliationDays } from '../../features/payments/reconciliation/reconciliation-repository.ts';
import { reconcilePayments } from '../../features/payments/reconciliation/reconciliation-service.ts';
import type { PaymentVerificationDeps } from '../../features/payments/settle/verify-service.ts';
import { createErrorCollector } from '../../lib/error-collector.ts';
import type { Job } from '../runner.ts';

/**
 * Reconciles each day that has ended (at 02:00 Lagos time) with the card provider's list. A day whose list cannot be
 * read is tried again later.
 */
export function createDailyReconciliationJob(
  deps: PaymentVerificationDeps,
  onItems: (day: string, items: number) => void,
): Job {
  return {
    name: 'recon-daily',
    everyMs: 10 * 60_000,
    async run({ isStopping }) {
      const days = createErrorCollector('some days could not be reconciled');
      for (const day of await findDueReconciliationDays(deps.db)) {
        if (isStopping()) break;
        await days.run(async () => {
          const { items } = await reconcilePayments(deps, day);
          if (items > 0) onItems(day, items);
        });
      }
      days.end();
    },
  };
}
