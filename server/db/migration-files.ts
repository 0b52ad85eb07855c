import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Returns the folder of migrations: beside the bundle, where the build copies them, else beside this source file. */
export function getMigrationFolder(): string {
  return join(HERE, 'migrations');
}

/** Returns the folders of SQL functions: beside the bundle, where the build copies them, else each feature's `sql/`. */
export function getSqlFunctionFolders(): string[] {
  const besideBundle = join(HERE, 'functions');
  if (existsSync(besideBundle)) return [besideBundle];
  return ['..', '../features']
    .flatMap((rooms) => readdirSync(join(HERE, rooms)).map((room) => join(HERE, rooms, room, 'sql')))
    .filter((folder) => existsSync(folder));
}
