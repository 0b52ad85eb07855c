import { checksumOf, readSqlFiles } from './sql-files.ts';

/** Tables, constraints, indexes and data, and the functions that a default or a trigger needs when it is made. */
export interface Migration {
  /** File name without `.sql`, `NNNN_what_it_holds`. */
  name: string;
  sql: string;
  checksum: string;
}

const NAME = /^\d{4}_[a-z0-9_]+$/;

/** Reads the migrations of a folder in order. Files of another form are refused, not skipped. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readSqlFiles(folder);
  const wrong = files.find((file) => !NAME.test(file.name));
  if (wrong) throw new Error(`${wrong.name}.sql: a migration is called NNNN_what_it_holds.sql`);
  return files.map((file) => ({ ...file, checksum: checksumOf(file.sql) }));
}
