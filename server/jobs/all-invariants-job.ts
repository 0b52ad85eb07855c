import type { Database } from '../db/database.ts';
import { isFullInvariantCheckDue, runFullInvariantCheck } from '../features/invariants/invariant-checks.ts';
import type { InvariantResult } from '../features/invariants/invariants.ts';
import type { Job } from './runner.ts';

/** Checks the money invariants over all rows, each night after 02:00 Lagos time. */
export function createFullInvariantCheckJob(
  db: Database,
  onBreach: (breach: InvariantResult) => void,
  onHolds: (invariant: InvariantResult) => void = () => undefined,
): Job {
  return {
    name: 'all-invariants',
    everyMs: 10 * 60_000,
    async run({ isStopping }) {
      if (!(await isFullInvariantCheckDue(db))) return;
      const results = await runFullInvariantCheck(db, isStopping);
      for (const result of results) (result.breaches.length > 0 ? onBreach : onHolds)(result);
    },
  };
}
