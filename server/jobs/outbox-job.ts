import type { Database } from '../db/database.ts';
import type { OnOutboxFailure } from '../outbox/outbox.ts';
import { workOutbox } from '../outbox/outbox-worker.ts';
import { type LiveEvents, outboxTopics } from './outbox-topics.ts';
import type { Job } from './runner.ts';

/** Works off the outbox: notifications and live events. Wake it after a commit that wrote to the outbox. */
export function outboxJob(db: Database, live: LiveEvents, onFailure: OnOutboxFailure): Job {
  const handlers = outboxTopics(live);
  return {
    name: 'outbox',
    everyMs: 1_000,
    async run({ isStopping }) {
      // Until nothing waits: a fan-out leaves its next step as a new row.
      while (!isStopping() && (await workOutbox({ db, handlers, onFailure })) > 0);
    },
  };
}
