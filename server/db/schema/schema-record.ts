import type { Queryable } from '../database.ts';
import { UnsuitableDatabaseError } from '../shop-kind.ts';
import type { ExpectedDatabaseSchema } from './schema.ts';

export interface AppliedSchema {
  /** Checksum of each applied migration by name. */
  migrations: Map<string, string>;
  /** The newest SQL functions that were applied; null: none yet. */
  functions: { number: number; checksum: string } | null;
}

export const CREATE_APPLIED_SCHEMA_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS schema_functions (
    number integer PRIMARY KEY,
    checksum text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Rejects a database whose tables were made before the first release, because it lacks the first migration.
 * @throws {UnsuitableDatabaseError}
 */
export async function throwIfPreReleaseDatabase(
  db: Queryable,
  { migrations }: ExpectedDatabaseSchema,
): Promise<void> {
  const [table] = await db.query<{ isThere: boolean }>(
    `SELECT to_regclass(format('%I.schema_migrations', current_schema())) IS NOT NULL AS "isThere"`,
  );
  if (!table?.isThere) return;
  const applied = await db.query<{ name: string }>('SELECT name FROM schema_migrations');
  if (applied.length === 0 || applied.some(({ name }) => name === migrations[0]?.name)) return;
  throw new UnsuitableDatabaseError(
    'This database was made by a version from before the first release, and this release cannot take it over. Nothing in it was changed. Give the shop an empty database (another DATABASE_URL, or another DATA_DIR), or run the version that made it.',
  );
}

export async function readAppliedSchema(db: Queryable): Promise<AppliedSchema> {
  const applied = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  const [functions] = await db.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM schema_functions ORDER BY number DESC LIMIT 1',
  );
  return {
    migrations: new Map(applied.map(({ name, checksum }) => [name, checksum])),
    functions: functions ?? null,
  };
}

/** Compares checksums. @throws {UnsuitableDatabaseError} when a migration was edited after it was applied. */
export function throwIfMigrationsEdited(record: AppliedSchema, { migrations }: ExpectedDatabaseSchema): void {
  for (const { name, checksum } of migrations) {
    const applied = record.migrations.get(name);
    if (applied === undefined || applied === checksum) continue;
    throw new UnsuitableDatabaseError(
      `The migration ${name} was changed after it had been applied to this database. Put the file back as it was, and make the change in a new migration.`,
    );
  }
}

/** @returns whether the database has at least the migrations and functions of this release. */
export function includesSchemaOfRelease(
  record: AppliedSchema,
  { migrations, functions }: ExpectedDatabaseSchema,
): boolean {
  return (
    migrations.every(({ name }) => record.migrations.has(name)) &&
    (record.functions?.number ?? 0) >= functions.number
  );
}

/** Compares the migrations and functions. @returns whether a newer release has used the database. */
export function isSchemaOfNewerRelease(
  record: AppliedSchema,
  { migrations, functions }: ExpectedDatabaseSchema,
): boolean {
  const known = new Set(migrations.map(({ name }) => name));
  return (
    [...record.migrations.keys()].some((name) => !known.has(name)) ||
    (record.functions?.number ?? 0) > functions.number
  );
}
