import type { Database } from '../db/database.ts';
import { checkInvariants, type InvariantResult } from '../features/invariants/invariants.ts';
import type { Job } from './runner.ts';

/** Judges the laws of the money. A breach raises an alarm and pauses nothing. */
export function invariantsJob(db: Database, onBreach: (breach: InvariantResult) => void): Job {
  return {
    name: 'invariants',
    everyMs: 10 * 60_000,
    async run() {
      for (const result of await checkInvariants(db)) if (result.breaches.length > 0) onBreach(result);
    },
  };
}
