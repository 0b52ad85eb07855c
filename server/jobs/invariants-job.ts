import type { Database } from '../db/database.ts';
import { storeLedgerAndAuditHashes } from '../features/invariants/history-seals.ts';
import { checkInvariantsSinceLastCheck } from '../features/invariants/invariant-checks.ts';
import type { InvariantResult } from '../features/invariants/invariants.ts';
import type { Job } from './runner.ts';

/**
 * Checks the money invariants of rows that may have changed. It also hashes ledger and audit log, so that later
 * tampering is detected.
 */
export function createChangedRowsInvariantCheckJob(
  db: Database,
  onBreach: (breach: InvariantResult) => void,
): Job {
  return {
    name: 'invariants',
    everyMs: 10 * 60_000,
    async run() {
      for (const result of await checkInvariantsSinceLastCheck(db))
        if (result.breaches.length > 0) onBreach(result);
      await storeLedgerAndAuditHashes(db);
    },
  };
}
