import { type PushSendingDeps, sendPushMessage } from '../features/notifications/push-sending.ts';
import type { OutboxObserver } from '../outbox/outbox.ts';
import { processOutboxRowsOnePerShopper } from '../outbox/rows-per-shopper.ts';
import type { Job } from './runner.ts';

/** Sends notifications to subscribed phones. */
export function createShopperPushJob(deps: PushSendingDeps, watch: OutboxObserver): Job {
  return {
    name: 'push',
    everyMs: 2_000,
    run: ({ isStopping }) =>
      processOutboxRowsOnePerShopper(
        { ...watch, db: deps.db, topic: 'push', work: (payload) => sendPushMessage(deps, payload) },
        isStopping,
      ),
  };
}
