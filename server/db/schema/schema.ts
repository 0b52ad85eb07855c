import { functionFolders, migrationFolder } from '../migration-files.ts';
import { type Migration, readMigrations } from '../migrations.ts';
import { type FunctionSet, readFunctions } from './functions.ts';

export interface Schema {
  migrations: Migration[];
  functions: FunctionSet;
}

export async function readSchema(): Promise<Schema> {
  return {
    migrations: await readMigrations(migrationFolder()),
    functions: await readFunctions(functionFolders()),
  };
}
