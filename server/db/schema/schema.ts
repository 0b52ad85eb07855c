import { functionFolders, migrationFolder } from '../migration-files.ts';
import { type Migration, readMigrations } from '../migrations.ts';
import { type FunctionSet, readFunctions } from './functions.ts';

/** What a release needs of its database. */
export interface Schema {
  migrations: Migration[];
  functions: FunctionSet;
}

/** This release's own. */
export async function readSchema(): Promise<Schema> {
  return {
    migrations: await readMigrations(migrationFolder()),
    functions: await readFunctions(functionFolders()),
  };
}
