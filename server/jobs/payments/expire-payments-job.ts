import {
  claimExpiredPaymentAttempts,
  type ExpiredPaymentAttempt,
} from '../../features/payments/settle/due-payments-repository.ts';
import { endExpiredPaymentAttempt } from '../../features/payments/settle/expire-payment.ts';
import {
  type PaymentVerificationDeps,
  settleVerifiedTransaction,
} from '../../features/payments/settle/verify-service.ts';
import { createErrorCollector } from '../../lib/error-collector.ts';
import type { Job } from '../runner.ts';

const AT_ONCE = 50;

/**
 * Ends attempts whose card page expired without a result. Another job continues to query the provider for late money.
 */
export function createExpirePaymentsJob(deps: PaymentVerificationDeps): Job {
  const { db, provider } = deps;
  const end = async (attempt: ExpiredPaymentAttempt): Promise<void> => {
    const lookup = await provider.verify(attempt.reference);
    const transaction = lookup.ok ? lookup.transaction : null;
    if (transaction?.status !== 'successful') await endExpiredPaymentAttempt(db, attempt, lookup);
    else await settleVerifiedTransaction(deps, { ...transaction, reference: attempt.reference });
  };
  return {
    name: 'expire-payments',
    everyMs: 30_000,
    async run({ isStopping }) {
      const attempts = createErrorCollector('some attempts could not be ended');
      for (const attempt of await claimExpiredPaymentAttempts(db, AT_ONCE)) {
        if (isStopping()) break;
        await attempts.run(() => end(attempt));
      }
      attempts.end();
    },
  };
}
