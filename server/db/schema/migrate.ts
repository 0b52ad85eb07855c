import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { withAdvisoryLock } from '../advisory-lock.ts';
import { getSqlState, LOCK_NOT_AVAILABLE_SQLSTATE } from '../connection/retry-conflicts.ts';
import type { Database, Queryable } from '../database.ts';
import { findConcurrentlyBuiltIndexName, type Migration } from '../migrations.ts';
import type { SqlFunctionSet } from './functions.ts';
import type { ExpectedDatabaseSchema } from './schema.ts';
import {
  type AppliedSchema,
  CREATE_APPLIED_SCHEMA_TABLES_SQL,
  isSchemaOfNewerRelease,
  readAppliedSchema,
  throwIfMigrationsEdited,
  throwIfPreReleaseDatabase,
} from './schema-record.ts';

/** A migration waits for a table lock for less time than requests have, so that queued requests do not fail. */
const LOCK_WAIT_S = 2;
const LOCK_PAUSE_MS = 1_000;
/** Number of tries to get a table lock; together they take about five minutes. */
const LOCK_TRIES = 100;

export interface MigrationResult {
  migrations: string[];
  /** `'newer'`: the database has the functions of a newer release, and they are not replaced. */
  functions: 'applied' | 'same' | 'newer';
  /** True: a newer release has used the database. */
  isNewer: boolean;
}

/**
 * Applies missing migrations, each in its own transaction, then all changed functions in one.
 * @throws {UnsuitableDatabaseError} before any change.
 */
export async function migrate(db: Database, schema: ExpectedDatabaseSchema): Promise<MigrationResult> {
  return withAdvisoryLock(db, 'migrate', async (client) => {
    const locked: Queryable = {
      query: async <Row>(text: string, values?: unknown[]) =>
        (await client.query(text, values)).rows as Row[],
    };
    await throwIfPreReleaseDatabase(locked, schema);
    await client.query(CREATE_APPLIED_SCHEMA_TABLES_SQL);
    const record = await readAppliedSchema(locked);
    throwIfMigrationsEdited(record, schema);
    const missing = schema.migrations.filter(({ name }) => !record.migrations.has(name));
    for (const migration of missing) await applyMigration(client, migration);
    return {
      migrations: missing.map(({ name }) => name),
      functions: await applyFunctions(client, record, schema.functions),
      isNewer: isSchemaOfNewerRelease(record, schema),
    };
  });
}

const NOTE = 'INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)';

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  const index = findConcurrentlyBuiltIndexName(sql);
  if (index !== undefined) return buildOnline(client, index, migration);
  await inPatientTransaction(client, [
    { name: `migration ${name}`, sql },
    {
      name: `migration ${name}`,
      sql: NOTE,
      values: [name, checksum],
    },
  ]);
}

/**
 * Builds an index outside a transaction, without blocking writers. An invalid index of an interrupted build is dropped
 * first.
 */
async function buildOnline(
  client: pg.Client,
  index: string,
  { name, sql, checksum }: Migration,
): Promise<void> {
  try {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await client.query(sql);
    await client.query(NOTE, [name, checksum]);
  } catch (error) {
    throw new Error(`migration ${name}: ${describe(error)}`, { cause: error });
  }
}

async function applyFunctions(
  client: pg.Client,
  record: AppliedSchema,
  { number, checksum, functions }: SqlFunctionSet,
): Promise<MigrationResult['functions']> {
  if (record.functions && record.functions.number > number) return 'newer';
  if (record.functions?.number === number && record.functions.checksum === checksum) return 'same';
  await inPatientTransaction(client, [
    // Function bodies are not checked, because a function may call another that is created later.
    { name: 'functions', sql: 'SET LOCAL check_function_bodies = off' },
    ...functions.map(({ name, sql }) => ({ name: `function ${name}`, sql })),
    {
      name: 'functions',
      sql: `INSERT INTO schema_functions (number, checksum) VALUES ($1, $2)
        ON CONFLICT (number) DO UPDATE SET checksum = excluded.checksum, created_at = now()`,
      values: [number, checksum],
    },
  ]);
  return 'applied';
}

/**
 * Runs schema changes with a short lock timeout and retries, because a waiting table change blocks every later
 * statement.
 * @throws an error that names the failed statement.
 */
async function inPatientTransaction(
  client: pg.Client,
  statements: { name: string; sql: string; values?: unknown[] }[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    let current = 'transaction';
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT_S}s'`);
      for (const { name, sql, values } of statements) {
        current = name;
        await client.query(sql, values);
      }
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (getSqlState(error) !== LOCK_NOT_AVAILABLE_SQLSTATE || tries === LOCK_TRIES) {
        throw new Error(`${current}: ${describe(error)}`, { cause: error });
      }
      await pause(LOCK_PAUSE_MS);
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const position = 'position' in error && error.position ? ` (at character ${error.position})` : '';
  return `${error.message}${position}`;
}
