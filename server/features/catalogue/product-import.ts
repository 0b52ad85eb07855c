import type { Database, Queryable } from '../../db/database.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { readImportFile } from './import-file.ts';
import { checkProducts, type ImportProduct, type RowError } from './import-rules.ts';
import {
  findPictureHashes,
  type StoredPicture,
  savePicture,
  upsertProduct,
  type WrittenProduct,
} from './product-write-repository.ts';

export interface ImportOptions {
  fileName: string;
  text: string;
  actor: string;
  /** Nothing is written; the answer is what would be. */
  isDryRun: boolean;
  /** True only for demonstrations: an ordinary import drops ratings. */
  hasRatings?: boolean;
  /** Makes the derived pictures of a file name; null: there is no such file. Absent: only known pictures. */
  derive?: (name: string) => Promise<StoredPicture | null>;
}

export interface ImportResult {
  errors: RowError[];
  /** Empty when there are errors. */
  written: WrittenProduct[];
}

/** Brings products in by slug: all of them, or none and the list of what is wrong. */
export async function importProducts(db: Database, options: ImportOptions): Promise<ImportResult> {
  const { products, errors } = checkProducts(readImportFile(options.fileName, options.text));
  if (errors.length > 0) return { errors, written: [] };
  const pictures = await findPictures(db, products, options);
  const missing = products.flatMap((product) =>
    product.images
      .filter((name) => !pictures.hashes.has(name))
      .map((name) => ({
        row: product.row,
        slug: product.slug,
        field: 'images',
        message: `${name} was not found`,
      })),
  );
  if (missing.length > 0) return { errors: missing, written: [] };
  class DryRun extends Error {
    readonly written: WrittenProduct[];
    constructor(written: WrittenProduct[]) {
      super('dry run');
      this.written = written;
    }
  }
  try {
    const written = await db.transaction(async (tx) => {
      for (const picture of pictures.made) await savePicture(tx, picture);
      const done = await writeProducts(tx, products, pictures.hashes, options);
      // Rolled back after everything was really tried, so that a dry run sees what an import would.
      if (options.isDryRun) throw new DryRun(done);
      return done;
    });
    return { errors: [], written };
  } catch (error) {
    if (error instanceof DryRun) return { errors: [], written: error.written };
    throw error;
  }
}

async function writeProducts(
  tx: Queryable,
  products: ImportProduct[],
  hashes: Map<string, string>,
  { actor, fileName, hasRatings = false }: ImportOptions,
): Promise<WrittenProduct[]> {
  const written: WrittenProduct[] = [];
  for (const product of products) {
    const images = product.images.map((name) => hashes.get(name) as string);
    written.push(await upsertProduct(tx, product, images, hasRatings));
  }
  await writeAudit(tx, {
    actor,
    action: 'product.import',
    target: `file:${fileName}`,
    after: written.map(({ slug, isNew }) => ({ slug, isNew })),
  });
  return written;
}

async function findPictures(
  db: Queryable,
  products: ImportProduct[],
  { derive }: ImportOptions,
): Promise<{ hashes: Map<string, string>; made: StoredPicture[] }> {
  const names = [...new Set(products.flatMap((product) => product.images))];
  const made: StoredPicture[] = [];
  const hashes = new Map<string, string>();
  // One after another: each picture already uses every core.
  for (const name of derive ? names : []) {
    const picture = await derive?.(name);
    if (!picture) continue;
    made.push(picture);
    hashes.set(name, picture.hash);
  }
  const unknown = names.filter((name) => !hashes.has(name));
  for (const [name, hash] of await findPictureHashes(db, unknown)) hashes.set(name, hash);
  return { hashes, made };
}
