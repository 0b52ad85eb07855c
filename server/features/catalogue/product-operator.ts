import { koboToNaira, nairaToKobo } from '#contract/money.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/error-handler.ts';
import type { ProductRecord } from './product-record.ts';
import { findListedProducts, findProductBySlug, type ListedProductRow } from './product-repository.ts';
import { lockProducts, setProductActive, updateProductFields } from './product-write-repository.ts';

/** A product in the operator's list. Whole naira. */
export type ListedProduct = Omit<ListedProductRow, 'priceKobo' | 'basePriceKobo'> & {
  price: number;
  basePrice: number;
};

export async function listProducts(db: Queryable, isActive: boolean | null): Promise<ListedProduct[]> {
  const rows = await findListedProducts(db, isActive);
  return rows.map(({ priceKobo, basePriceKobo, slug, title, active, ...rest }) => ({
    slug,
    title,
    active,
    price: koboToNaira(priceKobo),
    basePrice: koboToNaira(basePriceKobo),
    ...rest,
  }));
}

/** Who, and the key under which it is done once. */
interface Act {
  actor: string;
  key: string | null;
}

/** Puts a product on sale or withdraws it. Repeating is harmless. @throws {DomainError} `product_not_found`. */
export function activateProduct(db: Database, slug: string, active: boolean, act: Act): Promise<void> {
  return db.transaction(async (tx) => {
    const changed = await setProductActive(tx, slug, active);
    if (!changed) throw new DomainError('product_not_found');
    await writeAudit(tx, {
      ...act,
      action: active ? 'product.activate' : 'product.deactivate',
      target: `product:${slug}`,
      before: { active: changed.wasActive },
      after: { active },
    });
  });
}

/** What an operator may change of a product. Whole naira. */
export interface ProductEdit {
  title?: string;
  description?: string;
  category?: string;
  price?: number;
  basePrice?: number;
  minimumViableUnits?: number;
  windowHours?: number | null;
  soloEnabled?: boolean;
}

/**
 * Changes a product. While a group can be joined its price and minimum stay; the edit shows when it closes.
 *
 * @returns whether there is such a group, and the edit is of what it keeps.
 * @throws {DomainError} `product_not_found`; `validation_failed` for a standard price below the group price.
 */
export function editProduct(
  db: Database,
  slug: string,
  edit: ProductEdit,
  act: Act,
): Promise<{ isKeptInGroup: boolean }> {
  return db.transaction(async (tx) => {
    await lockProducts(tx, [slug]);
    const before = await findProductBySlug(tx, slug);
    if (!before) throw new DomainError('product_not_found');
    const priceKobo = edit.price === undefined ? before.priceKobo : nairaToKobo(edit.price);
    const basePriceKobo = edit.basePrice === undefined ? before.basePriceKobo : nairaToKobo(edit.basePrice);
    if (basePriceKobo < priceKobo) {
      throw new DomainError('validation_failed', 'The standard price must not be below the group price.');
    }
    const fields = {
      title: edit.title ?? before.title,
      description: edit.description ?? before.description,
      category: edit.category ?? before.category,
      priceKobo,
      basePriceKobo,
      minUnits: edit.minimumViableUnits ?? before.minUnits,
      windowHours: edit.windowHours === undefined ? before.windowHours : edit.windowHours,
      soloEnabled: edit.soloEnabled ?? before.soloEnabled,
    };
    await updateProductFields(tx, before.id, fields);
    const { title, description, category, minUnits, windowHours, soloEnabled } = before;
    await writeAudit(tx, {
      ...act,
      action: 'product.edit',
      target: `product:${slug}`,
      before: {
        title,
        description,
        category,
        priceKobo: before.priceKobo,
        basePriceKobo: before.basePriceKobo,
        minUnits,
        windowHours,
        soloEnabled,
      },
      after: fields,
    });
    const isOfGroup =
      priceKobo !== before.priceKobo ||
      basePriceKobo !== before.basePriceKobo ||
      fields.minUnits !== minUnits ||
      fields.title !== title;
    return { isKeptInGroup: isOfGroup && before.group?.isJoinable === true };
  });
}

/** A product as `product import` reads it back. */
export function exportProduct(product: ProductRecord): Record<string, unknown> {
  return {
    slug: product.slug,
    title: product.title,
    description: product.description,
    category: product.category,
    images: product.pictures.map((picture) => picture.hash),
    specifications: product.specifications,
    price: koboToNaira(product.priceKobo),
    basePrice: koboToNaira(product.basePriceKobo),
    minimumViableUnits: product.minUnits,
    windowHours: product.windowHours,
    soloEnabled: product.soloEnabled,
    active: product.active,
    sellingUnitsData: {
      enabled: product.unitsEnabled,
      baseUnitName: product.baseUnitName ?? '',
      options: product.units.map((unit) => ({
        name: unit.name,
        displayName: unit.displayName,
        baseUnitQuantity: unit.baseUnitQuantity,
        priceType: unit.priceType,
        customPrice: unit.customPriceKobo === null ? null : koboToNaira(unit.customPriceKobo),
        basePrice: koboToNaira(unit.basePriceKobo),
        isActive: unit.active,
      })),
    },
  };
}
