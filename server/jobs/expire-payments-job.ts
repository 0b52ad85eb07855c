import type { Database } from '../db/database.ts';
import { claimExpiredAttempts, expireAttempt } from '../features/payments/expire-payment.ts';
import { type SettleOptions, settle } from '../features/payments/settle.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import type { Job } from './runner.ts';

const AT_ONCE = 50;

/** Ends attempts whose card page closed without a verdict and frees their holds. Polling goes on afterwards. */
export function expirePaymentsJob(db: Database, provider: PaymentProvider, options: SettleOptions): Job {
  return {
    name: 'expire-payments',
    everyMs: 30_000,
    async run({ isStopping }) {
      for (const attempt of await claimExpiredAttempts(db, AT_ONCE)) {
        if (isStopping()) return;
        const lookup = await provider.verify(attempt.reference);
        const transaction = lookup.ok ? lookup.transaction : null;
        if (transaction?.status === 'successful') await settle(db, attempt.reference, transaction, options);
        else await expireAttempt(db, attempt, lookup);
      }
    },
  };
}
