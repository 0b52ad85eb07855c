import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { REACHED_FUNCTION } from './find-sql-mutants.mjs';

/** A function of a feature; migrations are applied once and stay. */
export function isSqlFile(path) {
  return /\/sql\/\w+\.sql$/.test(path);
}

/** Loaded first by every test file that may reach the database: the probes of functions speak in notices. */
export const SQL_SETUP_FILE = 'mutants-sql-setup.ts';
export const SQL_SETUP_SOURCE = `import pg from 'pg';
const { connect } = pg.Client.prototype;
pg.Client.prototype.connect = function (this: pg.Client, ...given: never[]) {
  this.on('notice', ({ message }) => {
    const [, id] = message?.match(/^reached (\\d+)$/) ?? [];
    if (id) (globalThis as { reached?: (id: number) => void }).reached?.(Number(id));
  });
  return connect.apply(this, given) as never;
};
`;

/** A function file of the copy that the probes of plain SQL call, beside one that is changed. */
export function addReachedFunction(copy, path) {
  copy.add(join(path, '../mutant_reached.sql'), REACHED_FUNCTION);
}

/**
 * Gives the database that test files copy the functions of these files as they are now. Before the first run it is not
 * there yet: it is made from the files then.
 *
 * @returns what the database has against one of them, or null.
 */
export async function applyFunctions(folder, paths, { databaseServer, templateDatabase }) {
  if (!databaseServer || paths.length === 0) return null;
  const url = new URL(databaseServer);
  url.pathname = `/${templateDatabase}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const path of paths) await client.query(readFileSync(join(folder, path), 'utf8'));
    return null;
  } catch (error) {
    return error.message;
  } finally {
    await client.end();
  }
}
