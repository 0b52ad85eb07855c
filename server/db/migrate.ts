import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { underAdvisoryLock } from './advisory-lock.ts';
import type { Database } from './database.ts';
import { LOCK_NOT_AVAILABLE, sqlStateOf } from './retry-conflicts.ts';

export interface Migration {
  /** File name without `.sql`, `NNNN_what_it_does`. */
  name: string;
  sql: string;
}

/** Shorter than a shopper's own wait, so that whoever queues behind a migration is still answered. */
const LOCK_WAIT_S = 2;
const LOCK_PAUSE_MS = 1_000;
/** About five minutes. */
const LOCK_TRIES = 100;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Reads the migrations of a folder in order. Files of another form are refused, not skipped. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !FILE_NAME.test(name));
  if (wrong) throw new Error(`${wrong}: a migration is called NNNN_what_it_does.sql`);
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      sql: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

/**
 * Applies what is missing, in order, each file in a transaction of its own, under one lock for each schema: of
 * several instances that start together one works and the others wait.
 *
 * @returns the names applied now.
 */
export async function migrate(db: Database, migrations: Migration[]): Promise<string[]> {
  return underAdvisoryLock(db, 'migrate', async (client) => {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
    const known = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
    const appliedBefore = new Set(known.rows.map((row) => row.name));
    const missing = migrations.filter((migration) => !appliedBefore.has(migration.name));
    for (const migration of missing) await applyPatiently(client, migration);
    return missing.map((migration) => migration.name);
  });
}

/**
 * A change of a table waits for everybody who reads it, and everybody after it waits behind. So it gives up after a
 * short wait, lets them through, and comes again.
 */
async function applyPatiently(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT_S}s'`);
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [migration.name]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) {
        throw new Error(`migration ${migration.name}: ${describe(error)}`, { cause: error });
      }
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/** @returns true when every migration is in. */
export async function isMigrated(db: Database, migrations: Migration[]): Promise<boolean> {
  const rows = await db.query<{ name: string }>('SELECT name FROM schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => applied.has(migration.name));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const position = 'position' in error && error.position ? ` (at character ${error.position})` : '';
  return `${error.message}${position}`;
}
