import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../../../db/database.ts';
import { findNewestProductImages } from '../product-write-repository.ts';

const LOOKED_AT = 20;

/**
 * Finds the newest images whose files are missing on this machine.
 * @param madeLater hashes of demo images, whose files are created on request.
 * @returns the uploaded files' names, newest first.
 */
export async function findMissingImageFiles(
  db: Queryable,
  folder: string,
  madeLater: ReadonlySet<string>,
): Promise<string[]> {
  const newest = await findNewestProductImages(db, LOOKED_AT);
  return newest
    .filter(({ hash }) => !madeLater.has(hash) && !existsSync(join(folder, `${hash}-share.jpg`)))
    .map(({ name }) => name);
}
