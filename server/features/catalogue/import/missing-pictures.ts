import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../../../db/database.ts';
import { findNewestPictures } from '../product-write-repository.ts';

const LOOKED_AT = 20;

/**
 * Which of the newest pictures have no file here: this instance does not share the others' folder.
 *
 * @param madeLater hashes of those that are made when somebody asks for them.
 * @returns the names under which they were sent, the newest first.
 */
export async function findMissingPictures(
  db: Queryable,
  folder: string,
  madeLater: ReadonlySet<string>,
): Promise<string[]> {
  const newest = await findNewestPictures(db, LOOKED_AT);
  return newest
    .filter(({ hash }) => !madeLater.has(hash) && !existsSync(join(folder, `${hash}-share.jpg`)))
    .map(({ name }) => name);
}
