import type { OnOutboxFailure } from '../db/outbox.ts';
import { PUSH_TOPIC, type PushPayload } from '../features/notifications/push-repository.ts';
import { type PushDeps, sendPush } from '../features/notifications/push-sending.ts';
import { workFairly } from './fair-work.ts';
import type { Job } from './runner.ts';

/** Sends notices to the phones that asked for them. */
export function pushJob(deps: PushDeps, onFailure: OnOutboxFailure): Job {
  const work = (payload: PushPayload) => sendPush(deps, payload);
  return {
    name: 'push',
    everyMs: 2_000,
    run: ({ isStopping }) => workFairly({ db: deps.db, topic: PUSH_TOPIC, work, onFailure }, isStopping),
  };
}
