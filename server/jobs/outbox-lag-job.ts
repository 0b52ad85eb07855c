import type { Database } from '../db/database.ts';
import { type OutboxLag, readOutboxLags } from '../outbox/outbox.ts';
import type { Job } from './runner.ts';

export const OUTBOX_LAG_ALARM_SECONDS = 60;

/** Reports once when the oldest due row of a topic has waited for 60 s. */
export function createOutboxLagJob(db: Database, onBehind: (wait: OutboxLag) => void): Job {
  const reported = new Set<string>();
  return {
    name: 'outbox-lag',
    everyMs: 15_000,
    async run() {
      const behind = (await readOutboxLags(db)).filter(
        ({ oldestSeconds }) => oldestSeconds >= OUTBOX_LAG_ALARM_SECONDS,
      );
      for (const topic of reported) if (!behind.some((wait) => wait.topic === topic)) reported.delete(topic);
      for (const wait of behind) {
        if (reported.has(wait.topic)) continue;
        reported.add(wait.topic);
        onBehind(wait);
      }
    },
  };
}
