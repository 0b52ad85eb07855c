import type { Queryable } from '../database.ts';
import { UnsuitableDatabaseError } from '../shop-kind.ts';
import type { ExpectedDatabaseSchema } from './schema.ts';
import {
  includesSchemaOfRelease,
  isSchemaOfNewerRelease,
  readAppliedSchema,
  throwIfMigrationsEdited,
  throwIfPreReleaseDatabase,
} from './schema-record.ts';

/** @returns true when the database has every migration of this release, and this release's functions or newer ones. */
export async function hasSchemaOfRelease(db: Queryable, schema: ExpectedDatabaseSchema): Promise<boolean> {
  return includesSchemaOfRelease(await readAppliedSchema(db), schema);
}

/**
 * Checks that the database has exactly the schema of this release.
 * @throws {UnsuitableDatabaseError}
 */
export async function requireSchemaOfRelease(db: Queryable, schema: ExpectedDatabaseSchema): Promise<void> {
  await throwIfPreReleaseDatabase(db, schema);
  const record = await readAppliedSchema(db);
  throwIfMigrationsEdited(record, schema);
  if (isSchemaOfNewerRelease(record, schema)) {
    throw new UnsuitableDatabaseError(
      'The database is of a newer release than this command. Use the commands of the release that the shop runs.',
    );
  }
  if (!includesSchemaOfRelease(record, schema)) {
    throw new UnsuitableDatabaseError(
      'The database is of an older release than this command. Start the shop of this release on it first, or use the commands of the release that the shop runs.',
    );
  }
}
