import type { OnOutboxFailure } from '../db/outbox.ts';
import {
  PROVIDER_EVENT_TOPIC,
  PROVIDER_EVENTS_JOB,
  type ProviderEventPayload,
} from '../features/payments/provider-events-repository.ts';
import type { VerifyDeps } from '../features/payments/verify-service.ts';
import { processWebhook } from '../features/payments/webhook-service.ts';
import { workLeased } from './leased-work.ts';
import type { Job } from './runner.ts';

/** Works off the kept webhooks: asks the provider about each and settles. */
export function providerEventsJob(deps: VerifyDeps, onFailure: OnOutboxFailure): Job {
  const work = (payload: ProviderEventPayload) => processWebhook(deps, payload);
  return {
    name: PROVIDER_EVENTS_JOB,
    everyMs: 1_000,
    run: ({ isStopping }) =>
      workLeased({ db: deps.db, topic: PROVIDER_EVENT_TOPIC, work, onFailure }, isStopping),
  };
}
