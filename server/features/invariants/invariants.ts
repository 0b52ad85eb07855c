import type { Database, Queryable } from '../../db/database.ts';
import { findLastDayWithStoredLedgerTotals } from '../../ledger/ledger-days.ts';
import { ledgerAccountInvariants } from './account-invariants.ts';
import { groupInvariants } from './group-invariants.ts';
import { immutableHistoryInvariants } from './history-seals.ts';
import type { Invariant } from './invariant.ts';
import { ledgerInvariants } from './ledger-invariants.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { referralInvariants } from './referral-invariants.ts';
import {
  findKeysOfRowsToCheck,
  findLastKeyOfNextBlock,
  type InvariantRowScope,
  limitInvariantSqlToRows,
  listTablesCheckedBySql,
} from './row-scope.ts';

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...ledgerAccountInvariants,
  ...groupInvariants,
  ...immutableHistoryInvariants,
  ...paymentInvariants,
  ...referralInvariants,
].sort((left, right) => Number(left.name.slice(1)) - Number(right.name.slice(1)));

export interface InvariantResult {
  name: string;
  description: string;
  /** Breaches of the invariant, at most 20 sentences; empty: the invariant holds. */
  breaches: string[];
}

const SHOWN_BREACHES = 20;
/** Number of rows in one block. A statement over them takes a second or two. */
const BLOCK_ROWS = 20_000;

/** Checks all rows in one snapshot, so that a purchase between two queries is not reported as a breach. */
export function checkInvariants(db: Pick<Database, 'transaction'>): Promise<InvariantResult[]> {
  return onSnapshot(db, (tx) => checkInvariantsInTransaction(tx));
}

/** Checks all rows that the transaction sees, with all invariants or only the given ones. */
export function checkInvariantsInTransaction(tx: Queryable, checks = invariants): Promise<InvariantResult[]> {
  return judgeAll(({ sql, sums }) => findBreaches(tx, sums ? [sql, sums] : [sql], { rows: 'all' }), checks);
}

/** Checks rows that are new or can still change, in one snapshot. The cost does not grow with the shop. */
export function checkInvariantsOfRecentRows(
  db: Pick<Database, 'transaction'>,
  since: Date,
): Promise<InvariantResult[]> {
  return onSnapshot(db, (tx) => checkInvariantsOfRecentRowsInTransaction(tx, since));
}

/** Checks the same rows as `checkInvariantsOfRecentRows`, as the given transaction sees them. */
export async function checkInvariantsOfRecentRowsInTransaction(
  tx: Queryable,
  since: Date,
): Promise<InvariantResult[]> {
  const sealed = await findLastDayWithStoredLedgerTotals(tx);
  const keys = await findKeysOfRowsToCheck(tx, since);
  return judgeAll(({ sql }) => findBreaches(tx, [sql], { rows: 'recent', sealed, keys }));
}

/**
 * Checks all rows in blocks, so that no transaction is open for long.
 * @param isStopping returns true to end the check early.
 */
export async function checkInvariantsOfAllRows(
  db: Queryable,
  isStopping: () => boolean = () => false,
  blockRows = BLOCK_ROWS,
): Promise<InvariantResult[]> {
  const block = { rows: 'block', sealed: await findLastDayWithStoredLedgerTotals(db) } as const;
  return judgeAll(async ({ sql, sums }) => {
    const found = new Set(
      sums ? await findBreaches(db, [sums], { ...block, table: '', after: null, upTo: null }) : [],
    );
    const tables = listTablesCheckedBySql(sql);
    for (const table of tables.length > 0 ? tables : ['']) {
      let after: unknown = null;
      do {
        const upTo = table === '' ? null : await findLastKeyOfNextBlock(db, table, after, blockRows);
        if (upTo === null && after !== null) break;
        // An empty table is checked too, because an invariant may read other tables.
        const breaches = await findBreaches(db, [sql], { ...block, table, after, upTo });
        for (const breach of breaches) found.add(breach);
        after = upTo;
      } while (after !== null && !isStopping() && found.size < SHOWN_BREACHES);
    }
    return [...found].slice(0, SHOWN_BREACHES);
  });
}

function onSnapshot<Result>(
  db: Pick<Database, 'transaction'>,
  judge: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return judge(tx);
  });
}

async function judgeAll(
  judge: (invariant: Invariant) => Promise<string[]>,
  checks = invariants,
): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const one of checks)
    results.push({ name: one.name, description: one.description, breaches: await judge(one) });
  return results;
}

async function findBreaches(db: Queryable, texts: string[], scope: InvariantRowScope): Promise<string[]> {
  const breaches: string[] = [];
  for (const sql of texts) {
    const { text, values } = limitInvariantSqlToRows(sql, scope);
    const rows = await db.query<{ breach: string }>(`${text} LIMIT ${SHOWN_BREACHES}`, values);
    breaches.push(...rows.map((row) => row.breach));
  }
  return breaches.slice(0, SHOWN_BREACHES);
}
