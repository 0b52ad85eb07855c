import type { Database } from '../db/database.ts';
import type { OnOutboxFailure } from '../outbox/outbox.ts';
import { workOutbox } from '../outbox/outbox-worker.ts';
import { type LiveEvents, outboxTopics } from './outbox-topics.ts';
import type { Job } from './runner.ts';

/** Each row tells up to 500 members: what one shopper is told waits for no more of them than this. */
const FAN_OUT_BATCH = 1;

/** Works off the outbox: notifications and live events. Wake it after a commit that wrote to the outbox. */
export function outboxJob(db: Database, live: LiveEvents, onFailure: OnOutboxFailure): Job {
  const { 'group.successful': succeeded, 'group.update': moved, ...facts } = outboxTopics(live);
  const fanOuts = { 'group.successful': succeeded, 'group.update': moved };
  return {
    name: 'outbox',
    everyMs: 1_000,
    async run({ isStopping }) {
      // Until nothing waits: a fan-out leaves its next step as a new row.
      for (let worked = 1; worked > 0 && !isStopping(); ) {
        worked = await workOutbox({ db, handlers: facts, onFailure });
        worked += await workOutbox({ db, handlers: fanOuts, batch: FAN_OUT_BATCH, onFailure });
      }
    },
  };
}
