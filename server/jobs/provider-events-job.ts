import {
  PROVIDER_EVENT_TOPIC,
  PROVIDER_EVENTS_JOB,
  type ProviderEventPayload,
} from '../features/payments/provider-events-repository.ts';
import type { VerifyDeps } from '../features/payments/verify-service.ts';
import { processWebhook } from '../features/payments/webhook-service.ts';
import { type LeasedWork, workLeased } from './leased-work.ts';
import type { Job } from './runner.ts';

/** Works off the kept webhooks: asks the provider about each and settles. */
export function providerEventsJob(deps: VerifyDeps): Job {
  return {
    name: PROVIDER_EVENTS_JOB,
    everyMs: 1_000,
    run: ({ isStopping }) => workLeased(providerEventsWork(deps), isStopping),
  };
}

export function providerEventsWork(deps: VerifyDeps): LeasedWork<ProviderEventPayload> {
  return {
    db: deps.db,
    topic: PROVIDER_EVENT_TOPIC,
    reason: 'provider',
    work: (payload) => processWebhook(deps, payload),
  };
}
