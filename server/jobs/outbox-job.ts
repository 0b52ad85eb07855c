import type { Database } from '../db/database.ts';
import { findDueTopics, type OutboxWatch } from '../outbox/outbox.ts';
import { type TopicHandlers, workOutbox } from '../outbox/outbox-worker.ts';
import type { Topic } from '../outbox/topics.ts';
import { type LiveEvents, outboxTopics } from './outbox-topics.ts';
import type { Job } from './runner.ts';

/** Each row tells up to 500 members: what one shopper is told waits for no more of them than this. */
const FAN_OUT_BATCH = 1;

/** Works off the outbox: notifications and live events. Wake it after a commit that wrote to the outbox. */
export function outboxJob(db: Database, live: LiveEvents, watch: OutboxWatch): Job {
  const { 'group.successful': succeeded, 'group.update': moved, ...facts } = outboxTopics(live);
  const fanOuts = { 'group.successful': succeeded, 'group.update': moved };
  return {
    name: 'outbox',
    everyMs: 1_000,
    async run({ isStopping }) {
      // Until nothing waits: a fan-out leaves its next step as a new row. What others work on is theirs.
      for (let worked = 1; worked > 0 && !isStopping(); ) {
        const due = await findDueTopics(db, topicsOf({ ...facts, ...fanOuts }));
        worked = 0;
        for (const { handlers, batch } of [
          { handlers: facts },
          { handlers: fanOuts, batch: FAN_OUT_BATCH },
        ]) {
          if (!topicsOf(handlers).some((topic) => due.has(topic))) continue;
          const size = batch === undefined ? {} : { batch };
          worked += await workOutbox({ ...watch, db, handlers, ...size });
        }
      }
    },
  };
}

const topicsOf = (handlers: Partial<TopicHandlers>): Topic[] => Object.keys(handlers) as Topic[];
