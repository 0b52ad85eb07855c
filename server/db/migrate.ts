import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';

export interface Migration {
  /** File name without `.sql`, `NNNN_what_it_does`. */
  name: string;
  sql: string;
}

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
  const client = await db.pool.connect();
  const lockKey = `hashtextextended('migrate:' || current_schema(), 0)`;
  try {
    await client.query(`SELECT pg_advisory_lock(${lockKey})`);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
    const known = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
    const appliedBefore = new Set(known.rows.map((row) => row.name));
    const missing = migrations.filter((migration) => !appliedBefore.has(migration.name));
    for (const migration of missing) {
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [migration.name]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${migration.name}: ${describe(error)}`, { cause: error });
      }
    }
    return missing.map((migration) => migration.name);
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lockKey})`).catch(() => undefined);
    client.release();
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
