import { SQL_FUNCTION_SET_VERSION } from './function-set.ts';
import { computeChecksum, readSqlFiles } from './sql-files.ts';

/** All SQL functions of one release. */
export interface SqlFunctionSet {
  /** Version number, which increases with each release that changes a function. */
  number: number;
  checksum: string;
  functions: { name: string; sql: string }[];
}

/**
 * Reads the SQL functions of these folders.
 * @throws when a file is not exactly one `create or replace function <name of the file>`, or two files share a name.
 */
export async function readSqlFunctions(folders: string[]): Promise<SqlFunctionSet> {
  const functions = (await Promise.all(folders.map(readSqlFiles)))
    .flat()
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [index, { name, sql }] of functions.entries()) {
    if (name === functions[index - 1]?.name) throw new Error(`${name}.sql: a function is defined once`);
    if (!isDefinitionOf(name, sql)) {
      throw new Error(
        `${name}.sql: it holds "create or replace function ${name}(...) ... as $$ ... $$;" and nothing else`,
      );
    }
  }
  return createSqlFunctionSet(SQL_FUNCTION_SET_VERSION.number, functions);
}

export function createSqlFunctionSet(
  version: number,
  functions: SqlFunctionSet['functions'],
): SqlFunctionSet {
  const checksum = computeChecksum(functions.map(({ name, sql }) => `${name}\n${sql}`).join('\n'));
  return { number: version, checksum, functions };
}

function isDefinitionOf(name: string, sql: string): boolean {
  const [head, body, end, ...more] = sql.replaceAll(/^--.*\n/gm, '').split('$$');
  return (
    head?.startsWith(`create or replace function ${name}(`) === true &&
    body !== undefined &&
    end === ';\n' &&
    more.length === 0
  );
}
