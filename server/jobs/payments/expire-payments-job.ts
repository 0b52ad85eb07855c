import {
  claimExpiredAttempts,
  type ExpiredAttempt,
} from '../../features/payments/settle/due-payments-repository.ts';
import { expireAttempt } from '../../features/payments/settle/expire-payment.ts';
import { settleTransaction, type VerifyDeps } from '../../features/payments/settle/verify-service.ts';
import { isolateErrors } from '../../lib/isolate-errors.ts';
import type { Job } from '../runner.ts';

const AT_ONCE = 50;

/** Ends attempts whose card page closed without a result. poll-payments continues to query them. */
export function expirePaymentsJob(deps: VerifyDeps): Job {
  const { db, provider } = deps;
  const end = async (attempt: ExpiredAttempt): Promise<void> => {
    const lookup = await provider.verify(attempt.reference);
    const transaction = lookup.ok ? lookup.transaction : null;
    if (transaction?.status !== 'successful') await expireAttempt(db, attempt, lookup);
    else await settleTransaction(deps, { ...transaction, reference: attempt.reference });
  };
  return {
    name: 'expire-payments',
    everyMs: 30_000,
    async run({ isStopping }) {
      const attempts = isolateErrors('some attempts could not be ended');
      for (const attempt of await claimExpiredAttempts(db, AT_ONCE)) {
        if (isStopping()) break;
        await attempts.run(() => end(attempt));
      }
      attempts.end();
    },
  };
}
