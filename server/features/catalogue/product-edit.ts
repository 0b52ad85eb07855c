import { writeAuditEntry } from '../../audit/audit-log.ts';
import { withAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { splitSellingUnitsIntoCsvFields } from './import/import-file.ts';
import { listChangedProductFields, type ProductImportChange } from './import/import-plan.ts';
import { type ValidatedProductRow, validateProductRows } from './import/import-rules.ts';
import type { ProductCsvColumn } from './import/product-csv.ts';
import { type ProductWithSupplierAndCost, toProductImportFields } from './product-operator.ts';
import type { StoredProduct } from './product-record.ts';
import { findProductBySlug } from './product-repository.ts';
import { attachSupplierAndCost } from './product-supply-repository.ts';
import { findImageHashesByName, lockProducts, upsertProduct } from './product-write-repository.ts';

/** The changed fields as `parseProductCsvCell` returns them: not validated yet, in whole naira. */
export type ProductEditFields = Partial<Record<Exclude<ProductCsvColumn, 'slug' | 'active'>, unknown>>;

interface ActorContext {
  actor: string;
  key: string | null;
  /** True: a dry run that writes nothing; the result says what would happen. */
  isDryRun: boolean;
}

/** The result of an edit. `isKeptInGroup` true: the product's open group keeps its old price and minimum. */
export type ProductEditResult = ProductImportChange & { isKeptInGroup: boolean };

/**
 * Changes a product. An open group continues with its price and minimum until it closes.
 * @throws {DomainError} `product_not_found`, `validation_failed`.
 */
export function editProduct(
  db: Database,
  slug: string,
  edit: ProductEditFields,
  context: ActorContext,
): Promise<ProductEditResult> {
  return db.transaction(async (tx) => {
    await lockProducts(tx, [slug]);
    const known = await findProductBySlug(tx, slug);
    if (!known) throw new DomainError('product_not_found');
    const [supplied] = await attachSupplierAndCost(tx, [known]);
    const before = splitSellingUnitsIntoCsvFields(
      toProductImportFields(supplied as ProductWithSupplierAndCost),
    );
    const change = await write(tx, { before, fields: edit, action: 'product.edit' }, context);
    return { ...change, isKeptInGroup: isOfGroup(change, known) };
  });
}

/**
 * Creates a product that is not on sale yet.
 * @throws {DomainError} `validation_failed`, also when the slug exists.
 */
export function addProduct(
  db: Database,
  slug: string,
  edit: ProductEditFields,
  context: ActorContext,
): Promise<ProductEditResult> {
  // A new product has no row to lock, so an advisory lock prevents two with the same slug.
  return withAdvisoryLock(db, 'a new product', () =>
    db.transaction(async (tx) => {
      if (await findProductBySlug(tx, slug))
        throw new DomainError('validation_failed', `There is already a product ${slug}.`);
      const fields = { slug, ...edit, active: false };
      const change = await write(tx, { before: null, fields, action: 'product.add' }, context);
      return { ...change, isKeptInGroup: false };
    }),
  );
}

async function write(
  tx: Queryable,
  plan: { before: Record<string, unknown> | null; fields: Record<string, unknown>; action: string },
  { actor, key, isDryRun }: ActorContext,
): Promise<ProductImportChange> {
  const { before, fields, action } = plan;
  const product = checked(fields, before);
  const hashes = await findImageHashesByName(tx, product.images);
  const missing = product.images.find((name) => !hashes.has(name));
  if (missing) throw new DomainError('validation_failed', `images: ${missing} was not found.`);
  const images = product.images.map((name) => hashes.get(name) as string);
  const change = listChangedProductFields({ product, before, namedImages: [] }, images);
  if (isDryRun) return change;
  await upsertProduct(tx, product, images, false);
  const side = (name: 'before' | 'after'): object =>
    Object.fromEntries(Object.entries(change.fields).map(([field, values]) => [field, values[name]]));
  await writeAuditEntry(tx, {
    actor,
    key,
    action,
    target: `product:${product.slug}`,
    ...(before ? { before: side('before') } : {}),
    after: side('after'),
  });
  return change;
}

function checked(
  fields: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): ValidatedProductRow {
  const { products, errors } = validateProductRows([{ row: 1, fields, stored }]);
  if (errors.length > 0) {
    const messages = errors.map(({ field, message }) =>
      // The message about the standard price already names its field; any other needs the field's name before it.
      message.startsWith('the standard price') ? `T${message.slice(1)}.` : `${field}: ${message}.`,
    );
    throw new DomainError('validation_failed', messages.join(' '));
  }
  return products[0] as ValidatedProductRow;
}

function isOfGroup({ fields }: ProductImportChange, { group }: StoredProduct): boolean {
  const keptFields = ['title', 'price', 'basePrice', 'minimumViableUnits', 'baseUnitName', 'sellingUnits'];
  return group?.isJoinable === true && keptFields.some((field) => field in fields);
}
