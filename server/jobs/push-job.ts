import { type PushDeps, sendPush } from '../features/notifications/push-sending.ts';
import { processFairly } from '../outbox/fair-work.ts';
import type { OutboxObserver } from '../outbox/outbox.ts';
import type { Job } from './runner.ts';

/** Sends notifications to subscribed phones. */
export function pushJob(deps: PushDeps, watch: OutboxObserver): Job {
  return {
    name: 'push',
    everyMs: 2_000,
    run: ({ isStopping }) =>
      processFairly(
        { ...watch, db: deps.db, topic: 'push', work: (payload) => sendPush(deps, payload) },
        isStopping,
      ),
  };
}
