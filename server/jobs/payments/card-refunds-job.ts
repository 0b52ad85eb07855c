import { retryOpenCardRefunds } from '../../features/payments/card-refunds/card-refunds.ts';
import { debitWalletsForOpenReversals } from '../../features/payments/reversals/reversals.ts';
import type { PaymentVerificationDeps } from '../../features/payments/settle/verify-service.ts';
import { createErrorCollector } from '../../lib/error-collector.ts';
import type { Job } from '../runner.ts';

/**
 * Sends and checks refunds to cards. It also debits wallets that were credited with money that a card has received too.
 */
export function createCardRefundsJob(deps: PaymentVerificationDeps): Job {
  return {
    name: 'card-refunds',
    everyMs: 60_000,
    async run() {
      const work = createErrorCollector('some money could not go back to a card');
      await work.run(() => retryOpenCardRefunds(deps));
      await work.run(() => debitWalletsForOpenReversals(deps));
      work.end();
    },
  };
}
