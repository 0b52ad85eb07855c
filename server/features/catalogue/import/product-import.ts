import { writeAudit } from '../../../audit/audit-log.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { PictureFault } from '../images/picture-fault.ts';
import {
  findPictureHashes,
  lockProducts,
  type StoredPicture,
  savePicture,
  upsertProduct,
} from '../product-write-repository.ts';
import { readImportFile } from './import-file.ts';
import {
  describeChange,
  type ImportedProduct,
  type PlannedProduct,
  planImport,
  slugsOf,
} from './import-plan.ts';
import type { RowError } from './import-rules.ts';

export interface ImportOptions {
  fileName: string;
  text: string;
  actor: string;
  /** Nothing is written, not to the disk either; the answer is what would be. */
  isDryRun: boolean;
  /** True only for demonstrations: an ordinary import takes no ratings. */
  hasRatings?: boolean;
  /** Where the file names of pictures lead to. Absent: only to known pictures. */
  pictures?: PictureSource;
}

/** Each answers null when there is no such file. @throws {PictureFault} for one that is not taken. */
export interface PictureSource {
  /** Makes the derived pictures. */
  derive(name: string): Promise<StoredPicture | null>;
  /** The hash that `derive` would answer, without writing anything. */
  inspect(name: string): Promise<string | null>;
}

export interface ImportResult {
  errors: RowError[];
  /** In the order of the file; empty when there are errors. */
  products: ImportedProduct[];
}

/**
 * Brings products in by slug: all of them, or none and the list of what is wrong. What a file does not name of a
 * product stays as it is.
 *
 * @throws {Error} when the file is not readable at all.
 */
export async function importProducts(db: Database, options: ImportOptions): Promise<ImportResult> {
  const rows = readImportFile(options.fileName, options.text);
  const plan = await planImport(db, rows);
  if (plan.errors.length > 0) return { errors: plan.errors, products: [] };
  const { hashes, errors } = await findPictures(db, plan.planned, options.pictures);
  if (errors.length > 0) return { errors, products: [] };
  const describe = (one: PlannedProduct): ImportedProduct => describeChange(one, hashesOf(one, hashes));
  if (options.isDryRun) return { errors: [], products: plan.planned.map(describe) };
  const made = await derivePictures(hashes.keys(), options.pictures);
  return db.transaction(async (tx) => {
    await lockProducts(tx, slugsOf(rows));
    // Again: pictures take their time, and somebody may have changed a product meanwhile.
    const { errors, planned } = await planImport(tx, rows);
    if (errors.length > 0) return { errors, products: [] };
    for (const picture of made) await savePicture(tx, picture);
    const products = planned.map(describe);
    for (const [index, change] of products.entries()) {
      const one = planned[index] as PlannedProduct;
      if (!change.isNew && Object.keys(change.fields).length === 0) continue;
      await upsertProduct(tx, one.product, hashesOf(one, hashes), options.hasRatings === true);
      await auditChange(tx, change, options);
    }
    return { errors: [], products };
  });
}

async function auditChange(
  tx: Queryable,
  { slug, isNew, fields }: ImportedProduct,
  { actor, fileName }: ImportOptions,
): Promise<void> {
  const side = (name: 'before' | 'after'): object =>
    Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change[name]]));
  await writeAudit(tx, {
    actor,
    action: 'product.import',
    target: `product:${slug}`,
    reason: `file ${fileName}`,
    ...(isNew ? {} : { before: side('before') }),
    after: side('after'),
  });
}

/** Images that stay are hashes already. */
function hashesOf({ product }: PlannedProduct, hashes: Map<string, string>): string[] {
  return product.images.map((name) => hashes.get(name) ?? name);
}

/** Checks every picture before the first one is derived: a refused import leaves nothing on the disk. */
async function findPictures(
  db: Queryable,
  planned: readonly PlannedProduct[],
  pictures?: PictureSource,
): Promise<{ hashes: Map<string, string>; errors: RowError[] }> {
  const named = planned.flatMap(({ product: { row, slug }, namedImages }) =>
    namedImages.map((image) => ({ row, slug, ...image })),
  );
  const faults = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const name of pictures ? new Set(named.map((image) => image.name)) : []) {
    const hash = await pictures?.inspect(name).catch((error: unknown) => {
      if (!(error instanceof PictureFault)) throw error;
      faults.set(name, error.message.replace(/\.$/, ''));
    });
    if (hash) hashes.set(name, hash);
  }
  const unknown = [...new Set(named.map(({ name }) => name))].filter((name) => !hashes.has(name));
  for (const [name, hash] of await findPictureHashes(db, unknown))
    if (!faults.has(name)) hashes.set(name, hash);
  const errors = named
    .filter(({ name }) => !hashes.has(name))
    .map(({ row, slug, name, given }) => {
      const message = `${given} ${faults.get(name) ?? notFound(given)}`;
      return { row, slug, field: 'images', message };
    });
  return { hashes, errors };
}

function notFound(name: string): string {
  return /[,;\n]/.test(name)
    ? 'was not found: between two names stands |, every other sign is part of a name'
    : 'was not found: send the picture first, and write its name as the file has it, with its ending';
}

/** Derives one picture after another: each one already uses every core. */
async function derivePictures(names: Iterable<string>, pictures?: PictureSource): Promise<StoredPicture[]> {
  const made: StoredPicture[] = [];
  for (const name of pictures ? names : []) {
    const picture = await pictures?.derive(name);
    if (picture) made.push(picture);
  }
  return made;
}
