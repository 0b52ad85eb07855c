import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns the SQL files of a folder, sorted by name without `.sql`. */
export async function readSqlFiles(folder: string): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      // Line endings are unified, because they differ between checkouts and must not change the checksum.
      sql: (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n'),
    })),
  );
}

/** @returns the text's SHA-256 in hexadecimal. */
export function computeChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
