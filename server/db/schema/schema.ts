import { getMigrationFolder, getSqlFunctionFolders } from '../migration-files.ts';
import { type Migration, readMigrations } from '../migrations.ts';
import { readSqlFunctions, type SqlFunctionSet } from './functions.ts';

export interface ExpectedDatabaseSchema {
  migrations: Migration[];
  functions: SqlFunctionSet;
}

export async function readExpectedDatabaseSchema(): Promise<ExpectedDatabaseSchema> {
  return {
    migrations: await readMigrations(getMigrationFolder()),
    functions: await readSqlFunctions(getSqlFunctionFolders()),
  };
}
