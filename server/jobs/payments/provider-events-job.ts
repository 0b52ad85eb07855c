import { PROVIDER_EVENTS_JOB_NAME } from '../../features/payments/settle/provider-events-repository.ts';
import type { PaymentVerificationDeps } from '../../features/payments/settle/verify-service.ts';
import {
  recordReversalsOfWebhook,
  settlePaymentOfWebhook,
} from '../../features/payments/settle/webhook-service.ts';
import { processLeasedOutboxRows } from '../../outbox/leased-rows.ts';
import type { OutboxObserver } from '../../outbox/outbox.ts';
import type { Job } from '../runner.ts';

/** Processes stored webhooks: queries the provider about each one and settles the result. */
export function createProviderEventsJob(deps: PaymentVerificationDeps, watch: OutboxObserver): Job {
  return {
    name: PROVIDER_EVENTS_JOB_NAME,
    everyMs: 1_000,
    async run({ isStopping }) {
      const { db } = deps;
      await processLeasedOutboxRows(
        { ...watch, db, topic: 'provider_event', work: (payload) => settlePaymentOfWebhook(deps, payload) },
        isStopping,
      );
      await processLeasedOutboxRows(
        {
          ...watch,
          db,
          topic: 'provider_reversal',
          work: (payload) => recordReversalsOfWebhook(deps, payload),
        },
        isStopping,
      );
    },
  };
}
