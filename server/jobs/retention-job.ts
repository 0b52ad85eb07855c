import type { Database } from '../db/database.ts';
import { createErrorCollector } from '../lib/error-collector.ts';
import { deleteExpiredRows, RETENTION_RULES } from './retention-repository.ts';
import type { Job } from './runner.ts';

const ROWS_AT_ONCE = 5_000;

/**
 * Deletes expired keys, tokens, notifications and events, and erases delivery addresses 90 days after delivery.
 * @source accounts.md
 */
export function createDataRetentionJob(db: Database): Job {
  return {
    name: 'retention',
    everyMs: 24 * 3_600_000,
    async run({ isStopping }) {
      const sweeps = createErrorCollector('some sweeps failed');
      for (const sweep of RETENTION_RULES) {
        await sweeps.run(async () => {
          for (let swept = ROWS_AT_ONCE; swept === ROWS_AT_ONCE && !isStopping(); ) {
            swept = await deleteExpiredRows(db, sweep, ROWS_AT_ONCE);
          }
        });
      }
      sweeps.end();
    },
  };
}
