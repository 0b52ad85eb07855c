import { collectReversals } from '../features/payments/reversals.ts';
import type { VerifyDeps } from '../features/payments/verify-service.ts';
import type { Job } from './runner.ts';

/** Takes from wallets what a card has got of the same money. */
export function cardRefundsJob(deps: VerifyDeps): Job {
  return {
    name: 'card-refunds',
    everyMs: 60_000,
    run: () => collectReversals(deps),
  };
}
