import type { Database, Queryable } from '../../db/database.ts';
import { storeLedgerDayTotals } from '../../ledger/ledger-days.ts';
import { checkInvariantsOfAllRows, checkInvariantsOfRecentRows, type InvariantResult } from './invariants.ts';

/** Overlap with the time before the last check, because a row may be committed long after it was written. */
const OVERLAP = `interval '1 hour'`;

/**
 * Checks rows that are new or changed since the last check without a breach, so that a breach is reported until
 * repaired.
 */
export async function checkInvariantsSinceLastCheck(db: Database): Promise<InvariantResult[]> {
  await storeLedgerDayTotals(db);
  const [mark] = await db.query<{ now: Date; since: Date }>(
    `SELECT app_now() AS now, coalesce(max(began_at), app_now() - interval '1 day') - ${OVERLAP} AS since FROM invariant_checks`,
  );
  const results = await checkInvariantsOfRecentRows(db, mark?.since ?? new Date(0));
  if (results.every(({ breaches }) => breaches.length === 0)) await setMark(db, 'recent', mark?.now);
  return results;
}

/** True when the daily check of all rows is due: none has begun since 02:00 in Lagos time. */
export async function isFullInvariantCheckDue(db: Queryable): Promise<boolean> {
  const [due] = await db.query<{ isDue: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM invariant_checks WHERE scope = 'all' AND began_at >=
       ((app_now() - interval '2 hours') AT TIME ZONE 'Africa/Lagos')::date::timestamp AT TIME ZONE 'Africa/Lagos'
         + interval '2 hours') AS "isDue"`,
  );
  return due?.isDue ?? true;
}

/** Checks all rows. A check that was stopped early is not recorded, so that it is repeated. */
export async function runFullInvariantCheck(
  db: Database,
  isStopping: () => boolean,
): Promise<InvariantResult[]> {
  await storeLedgerDayTotals(db);
  const [began] = await db.query<{ now: Date }>('SELECT app_now() AS now');
  const results = await checkInvariantsOfAllRows(db, isStopping);
  if (!isStopping()) await setMark(db, 'all', began?.now);
  return results;
}

async function setMark(db: Queryable, scope: 'recent' | 'all', beganAt: Date | undefined): Promise<void> {
  await db.query(
    `INSERT INTO invariant_checks (scope, began_at) VALUES ($1, $2)
     ON CONFLICT (scope) DO UPDATE SET began_at = excluded.began_at`,
    [scope, beganAt],
  );
}
