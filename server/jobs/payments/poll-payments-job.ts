import {
  claimPaymentsDueForPolling,
  type PaymentPollKind,
} from '../../features/payments/settle/due-payments-repository.ts';
import { findUnsettledTransactionIds } from '../../features/payments/settle/settle-repository.ts';
import {
  type PaymentVerificationDeps,
  settleStoredTransaction,
  settleSuccessfulTransactionsOfPayment,
  verifyAndSettlePayment,
} from '../../features/payments/settle/verify-service.ts';
import { createErrorCollector, type ErrorCollector } from '../../lib/error-collector.ts';
import type { Job } from '../runner.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Ages at which an open payment is queried. After an hour: each hour up to 24 h, then each day up to 7 days. */
const LOOKS_MS = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
/**
 * Ages at which a payment is queried after its attempt has ended. A card page accepts money for 30 minutes more, and a
 * bank for a day.
 */
const ENDED_LOOKS_MS = {
  ended: [5, 15, 60, 6 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60].map((minutes) => minutes * MINUTE_MS),
  outdated: [60, 24 * 60].map((minutes) => minutes * MINUTE_MS),
  paid: [10, 60].map((minutes) => minutes * MINUTE_MS),
};
const BATCH = 20;
const AT_ONCE = 4;

/**
 * Computes the time until the next query of a payment.
 * @param ageMs time since the payment began, by the shop's clock.
 * @returns milliseconds; null: no further query.
 * @source jobs.md, poll-payments
 */
export function computeNextPollDelayMs(ageMs: number, kind: PaymentPollKind = 'live'): number | null {
  if (kind !== 'live') {
    const nextMs = ENDED_LOOKS_MS[kind].find((lookMs) => lookMs > ageMs);
    return nextMs === undefined ? null : nextMs - ageMs;
  }
  const early = LOOKS_MS.find((lookMs) => lookMs > ageMs);
  if (early !== undefined) return early - ageMs;
  const stepMs = ageMs < DAY_MS ? HOUR_MS : DAY_MS;
  const nextMs = (Math.floor(ageMs / stepMs) + 1) * stepMs;
  return nextMs <= 7 * DAY_MS ? nextMs - ageMs : null;
}

/** Queries payments that no browser or webhook has reported. It also tries again to settle transactions. */
export function createPollPaymentsJob(deps: PaymentVerificationDeps): Job {
  return {
    name: 'poll-payments',
    everyMs: 10_000,
    async run({ isStopping }) {
      const payments = createErrorCollector(FAILED);
      for (const id of await findUnsettledTransactionIds(deps.db, BATCH))
        await payments.run(() => settleStoredTransaction(deps, id));
      while (!isStopping() && (await pollBatch(deps, payments)) >= BATCH);
      payments.end();
    },
  };
}

const FAILED = 'some payments could not be settled';

/** Queries one batch of payments. @returns the number of payments; `BATCH` or more: further payments may be due. */
async function pollBatch(deps: PaymentVerificationDeps, payments: ErrorCollector): Promise<number> {
  const references = await deps.db.transaction((tx) =>
    claimPaymentsDueForPolling(tx, BATCH, computeNextPollDelayMs),
  );
  const waiting = [...references];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { reference, kind } = next;
      await payments.run(async () => {
        if (kind === 'paid') await settleSuccessfulTransactionsOfPayment(deps, reference);
        else await verifyAndSettlePayment(deps, reference);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return references.length;
}
