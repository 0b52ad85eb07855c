import { expect } from 'vitest';
import type { Database, Queryable } from '../../../server/db/database.ts';
import {
  checkInvariantsInTransaction,
  type InvariantResult,
} from '../../../server/features/invariants/invariants.ts';

/**
 * Damages the tables in a transaction that is rolled back, and checks the invariants in it.
 *
 * @param sql the damage, which only somebody with the rights of the tables' owner could do.
 * @param judge by default all invariants are checked.
 */
export async function judgeDamage(
  db: Database,
  sql: string,
  judge: (tx: Queryable) => Promise<InvariantResult[]> = checkInvariantsInTransaction,
): Promise<InvariantResult[]> {
  class Rollback extends Error {}
  let results: InvariantResult[] = [];
  const damage = db.transaction(async (tx) => {
    await dropGuards(tx);
    await tx.query(sql);
    results = await judge(tx);
    throw new Rollback();
  });
  await expect(damage).rejects.toBeInstanceOf(Rollback);
  return results;
}

/** Drops everything that would refuse the damage: triggers, checks, unique indexes and missing rights. */
async function dropGuards(tx: Queryable): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname NOT IN ('audit_log')`,
  );
  for (const { name } of tables) await tx.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await tx.query('ALTER TABLE ledger_tx ENABLE TRIGGER USER; ALTER TABLE ledger_entries ENABLE TRIGGER USER');
  await tx.query(`DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT conrelid::regclass AS target, conname AS name FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0 AND contype IN ('c', 'u')
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', c.target, c.name); END LOOP;
      FOR c IN SELECT indexrelid::regclass AS name FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid
        WHERE i.indisunique AND NOT i.indisprimary AND t.relnamespace = current_schema()::regnamespace
      LOOP EXECUTE format('DROP INDEX %s', c.name); END LOOP;
    END $$`);
  await tx.query('GRANT UPDATE ON ledger_entries TO CURRENT_USER');
  await tx.query('ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only');
  await tx.query('ALTER TABLE ledger_tx DISABLE TRIGGER ledger_tx_balances');
}
