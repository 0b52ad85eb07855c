import type { Queryable } from './database.ts';
import type { Migration } from './migrate.ts';
import { WrongDatabase } from './shop-kind.ts';

/** @throws {WrongDatabase} when the database's schema is older or newer than the one these migrations make. */
export async function requireSchema(db: Queryable, migrations: readonly Migration[]): Promise<void> {
  const rows = await db.query<{ name: string }>('SELECT name FROM schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  if (rows.some((row) => !known.has(row.name))) {
    throw new WrongDatabase(
      'The database is of a newer release than this command. Use the commands of the release that the shop runs.',
    );
  }
  if (migrations.some((migration) => !applied.has(migration.name))) {
    throw new WrongDatabase(
      'The database is of an older release than this command. Start the shop of this release on it first, or use the commands of the release that the shop runs.',
    );
  }
}
