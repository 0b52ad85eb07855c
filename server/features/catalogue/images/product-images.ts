import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Database } from '../../../db/database.ts';
import { lockAndReadProductImageName, saveProductImage } from '../product-write-repository.ts';
import { type DerivedImageMetadata, deriveImageFiles } from './image-derivation.ts';

export type StoredProductImage = DerivedImageMetadata & { name: string; isNew: boolean };

interface Upload {
  name: string;
  master: Buffer;
  folder: string;
  actor: string;
}

/**
 * Creates the files of an uploaded image and stores its name and hash. Products show it only after an edit or import.
 * @throws {InvalidImageError} for a refused image, or Node's error when a file cannot be written.
 */
export async function storeProductImage(db: Database, upload: Upload): Promise<StoredProductImage> {
  const { name, master, folder, actor } = upload;
  const derived = await deriveImageFiles(master, folder);
  return db.transaction(async (tx) => {
    const before = await lockAndReadProductImageName(tx, derived.hash);
    await saveProductImage(tx, { ...derived, sourceName: name });
    await writeAuditEntry(tx, {
      actor,
      action: 'picture.add',
      target: `picture:${derived.hash}`,
      ...(before === null ? {} : { before: { name: before } }),
      after: { name, width: derived.width, height: derived.height },
    });
    return { ...derived, name, isNew: before === null };
  });
}
