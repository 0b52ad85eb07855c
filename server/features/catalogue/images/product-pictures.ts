import { writeAudit } from '../../../audit/audit-log.ts';
import type { Database } from '../../../db/database.ts';
import { holdPictureName, savePicture } from '../product-write-repository.ts';
import { type DerivedPicture, derivePicture } from './picture-derivation.ts';

export type KeptPicture = DerivedPicture & { name: string; isNew: boolean };

interface Upload {
  name: string;
  master: Buffer;
  folder: string;
  actor: string;
}

/**
 * Derives an image and stores it by name and hash. No product shows it yet.
 *
 * @throws {PictureFault} when the bytes are rejected; an error with the failed `syscall` when a file cannot be written.
 */
export async function keepPicture(db: Database, upload: Upload): Promise<KeptPicture> {
  const { name, master, folder, actor } = upload;
  const derived = await derivePicture(master, folder);
  return db.transaction(async (tx) => {
    const before = await holdPictureName(tx, derived.hash);
    await savePicture(tx, { ...derived, sourceName: name });
    await writeAudit(tx, {
      actor,
      action: 'picture.add',
      target: `picture:${derived.hash}`,
      ...(before === null ? {} : { before: { name: before } }),
      after: { name, width: derived.width, height: derived.height },
    });
    return { ...derived, name, isNew: before === null };
  });
}
