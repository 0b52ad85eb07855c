import type { Database } from '../db/database.ts';
import { type OutboxLag, readOutboxLags } from '../outbox/outbox.ts';
import type { Job } from './runner.ts';

export const OUTBOX_LAG_ALARM_SECONDS = 60;

/** Reports once when the oldest due row of a topic has waited for 60 s. */
export function createOutboxLagJob(db: Database, onBehind: (wait: OutboxLag) => void): Job {
  const told = new Set<string>();
  return {
    name: 'outbox-lag',
    everyMs: 15_000,
    async run() {
      const behind = (await readOutboxLags(db)).filter(
        ({ oldestSeconds }) => oldestSeconds >= OUTBOX_LAG_ALARM_SECONDS,
      );
      for (const topic of told) if (!behind.some((wait) => wait.topic === topic)) told.delete(topic);
      for (const wait of behind) {
        if (told.has(wait.topic)) continue;
        told.add(wait.topic);
        onBehind(wait);
      }
    },
  };
}
