import { computeChecksum, readSqlFiles } from './schema/sql-files.ts';

/**
 * A change to the database: tables, constraints, indexes, data, or functions that a default value or a trigger needs.
 */
export interface Migration {
  /** File name without `.sql`, like `0012_add_refunds`. */
  name: string;
  sql: string;
  checksum: string;
}

const NAME = /^\d{4}_[a-z0-9_]+$/;

/** Matches a migration that builds one index without blocking writers; such a migration runs outside a transaction. */
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently (\w+)/im;
const INDEX = /^create (?:unique )?index (?!concurrently )\w+ on (\w+)/gim;

export function findConcurrentlyBuiltIndexName(sql: string): string | undefined {
  return sql.match(CONCURRENT_INDEX)?.[1];
}

/** Refuses a migration that builds a plain index on an existing table, because that would block all writers. */
function refuseBlocking({ name, sql }: { name: string; sql: string }): void {
  if (findConcurrentlyBuiltIndexName(sql) !== undefined) {
    if (sql.split(';').filter((text) => text.trim() !== '').length === 1) return;
    throw new Error(`${name}.sql: an index that is built concurrently has a migration of its own`);
  }
  for (const [, table] of sql.matchAll(INDEX)) {
    if (new RegExp(`^create (?:unlogged )?table ${table}\\b`, 'im').test(sql)) continue;
    throw new Error(`${name}.sql: the index of ${table} is built concurrently, in a migration of its own`);
  }
}

/** Reads a folder's migrations in order and rejects files with an invalid name or content. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readSqlFiles(folder);
  const wrong = files.find((file) => !NAME.test(file.name));
  if (wrong) throw new Error(`${wrong.name}.sql: a migration is called NNNN_what_it_holds.sql`);
  files.forEach(refuseBlocking);
  return files.map((file) => ({ ...file, checksum: computeChecksum(file.sql) }));
}
