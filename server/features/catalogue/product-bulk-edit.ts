import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { splitSellingUnitsIntoCsvFields } from './import/import-file.ts';
import {
  listChangedProductFields,
  type ProductAfterImport,
  type ProductImportChange,
  planProductImport,
} from './import/import-plan.ts';
import type { SellingUnitCsvFields } from './import/product-csv.ts';
import { toProductImportFields } from './product-operator.ts';
import type { StoredProduct } from './product-record.ts';
import { findProductsBySlugs } from './product-repository.ts';
import { lockProducts, upsertProduct } from './product-write-repository.ts';

/** The change that is made to all chosen products, with amounts in whole naira. Absent fields are not changed. */
interface ProductsChange {
  price?: number;
  /** Percentage by which every price of a product and of its selling units changes; negative: the prices fall. */
  percent?: number;
  category?: string;
  active?: boolean;
  supplier?: string;
  maxUnitsPerPerson?: number | null;
}

interface ActorContext {
  actor: string;
  key: string | null;
  /** True: a dry run that writes nothing and returns the predicted result. */
  isDryRun: boolean;
}

/**
 * Changes several products in the same way: all of them, or none with a list of the errors.
 * @returns the products that change.
 * @throws {DomainError} `product_not_found`, `validation_failed`.
 */
export function bulkEditProducts(
  db: Database,
  slugs: readonly string[],
  change: ProductsChange,
  { actor, key, isDryRun }: ActorContext,
): Promise<ProductImportChange[]> {
  return db.transaction(async (tx) => {
    await lockProducts(tx, [...slugs]);
    const stored = await findProductsBySlugs(tx, [...slugs]);
    const { errors, planned } = await planProductImport(
      tx,
      slugs.map((slug, index) => {
        const product = stored.get(slug);
        if (!product) throw new DomainError('product_not_found', `There is no product ${slug}.`);
        return { row: index + 1, fields: { slug, ...fieldsOf(change, product) } };
      }),
    );
    if (errors.length > 0) {
      const messages = errors.map(({ slug, field, message }) => `${slug}: ${field}: ${message}.`);
      throw new DomainError('validation_failed', messages.join(' '));
    }
    const describe = (one: ProductAfterImport) => listChangedProductFields(one, one.product.images);
    const changed = planned.filter((one) => Object.keys(describe(one).fields).length > 0);
    if (isDryRun) return changed.map(describe);
    for (const [index, one] of changed.entries()) {
      await upsertProduct(tx, one.product, one.product.images, false);
      const side = (name: 'before' | 'after'): object =>
        Object.fromEntries(Object.entries(describe(one).fields).map(([field, both]) => [field, both[name]]));
      await writeAuditEntry(tx, {
        actor,
        // Only the first audit row gets the idempotency key, because keys are unique and one row is enough to detect a
        // repeat.
        key: index === 0 ? key : null,
        action: 'product.change',
        target: `product:${one.product.slug}`,
        before: side('before'),
        after: side('after'),
      });
    }
    return changed.map(describe);
  });
}

function fieldsOf({ percent, ...same }: ProductsChange, product: StoredProduct): object {
  if (percent === undefined) return same;
  const scaled = (naira: number): number => Math.round((naira * (100 + percent)) / 100);
  const known = splitSellingUnitsIntoCsvFields(
    toProductImportFields({ ...product, supplier: '', costKobo: null }),
  );
  return {
    ...{ price: scaled(Number(known.price)), basePrice: scaled(Number(known.basePrice)) },
    sellingUnits: (known.sellingUnits as SellingUnitCsvFields[]).map((unit) => ({
      ...unit,
      customPrice: unit.customPrice === null ? null : scaled(unit.customPrice),
      basePrice: scaled(unit.basePrice),
    })),
    ...same,
  };
}
