import { findDueReconDay } from '../features/payments/recon-repository.ts';
import { reconcileDay } from '../features/payments/recon-service.ts';
import type { VerifyDeps } from '../features/payments/verify-service.ts';
import type { Job } from './runner.ts';

/** Looks every 10 minutes whether a day has ended in Lagos (02:00 there) and is not reconciled yet. */
export function reconDailyJob(deps: VerifyDeps, onItems: (day: string, items: number) => void): Job {
  return {
    name: 'recon-daily',
    everyMs: 10 * 60_000,
    async run() {
      const day = await findDueReconDay(deps.db);
      if (!day) return;
      const { items } = await reconcileDay(deps, day);
      if (items > 0) onItems(day, items);
    },
  };
}
