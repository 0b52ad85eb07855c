import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../../db/database.ts';
import { readDemoPictures } from './demo-pictures.ts';
import { findNewestPictures } from './product-write-repository.ts';

const LOOKED_AT = 20;

/**
 * Which of the newest pictures have no file here: this instance does not share the others' folder. Those of the demo
 * catalogue are made when they are first asked for.
 *
 * @returns the names under which they were sent, the newest first.
 */
export async function findMissingPictures(db: Queryable, folder: string): Promise<string[]> {
  const demo = new Set([...readDemoPictures().values()].map(({ hash }) => hash));
  const newest = await findNewestPictures(db, LOOKED_AT);
  return newest
    .filter(({ hash }) => !demo.has(hash) && !existsSync(join(folder, `${hash}-share.jpg`)))
    .map(({ name }) => name);
}
