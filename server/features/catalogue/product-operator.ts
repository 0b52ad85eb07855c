import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { ProductImage } from '#contract/schemas/product.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { computeCurrentProductPrices } from './product-offer.ts';
import type { StoredProduct } from './product-record.ts';
import {
  findProductBySlug,
  findProductsByIds,
  findProductsForOperator,
  type ProductFilterForOperator,
  type ProductListRowForOperator,
} from './product-repository.ts';
import { attachSupplierAndCost, type SupplierAndCost } from './product-supply-repository.ts';
import { updateProductActiveFlag } from './product-write-repository.ts';

/** A row of the operator's product list, in whole naira. */
export type ProductListItemForOperator = Omit<
  ProductListRowForOperator,
  'id' | 'priceKobo' | 'basePriceKobo'
> & {
  price: number;
  basePrice: number;
  /** The lowest current group price of a selling unit. */
  fromPrice: number;
  picture: ProductImage | null;
};

export async function listProductsForOperator(
  db: Queryable,
  search: ProductFilterForOperator,
): Promise<ProductListItemForOperator[]> {
  const rows = await findProductsForOperator(db, search);
  const records = await findProductsByIds(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, priceKobo, basePriceKobo, slug, title, active, ...rest }) => {
    const record = records.get(id);
    return {
      slug,
      title,
      active,
      price: koboToNaira(priceKobo),
      basePrice: koboToNaira(basePriceKobo),
      ...rest,
      fromPrice: koboToNaira(record ? leastKobo(record) : priceKobo),
      picture: record?.pictures[0] ?? null,
    };
  });
}

function leastKobo(record: StoredProduct): number {
  const { unitsEnabled, units, priceKobo } = computeCurrentProductPrices(record);
  const offered = unitsEnabled ? units.filter(({ isOffered }) => isOffered) : [];
  return offered.length > 0 ? Math.min(...offered.map((unit) => unit.priceKobo)) : priceKobo;
}

/** A product with its current prices and the fields that an operator may change, in whole naira. */
export type ProductForOperator = ReturnType<typeof formatProductForOperator>;

/** Reads a product with its supplier and current prices. @throws {DomainError} `product_not_found`. */
export async function readProductForOperator(db: Queryable, slug: string): Promise<ProductForOperator> {
  const record = await findProductBySlug(db, slug);
  if (!record) throw new DomainError('product_not_found');
  const [known] = await attachSupplierAndCost(db, [record]);
  return formatProductForOperator(known as ProductWithSupplierAndCost);
}

/** A product with its supplier and cost, which only operators may read. */
export type ProductWithSupplierAndCost = StoredProduct & SupplierAndCost;

function formatProductForOperator(record: ProductWithSupplierAndCost) {
  const offer = computeCurrentProductPrices(record);
  const group = record.group?.isJoinable ? record.group : null;
  return {
    ...toProductImportFields(record),
    pictures: record.pictures,
    version: record.version,
    now: {
      price: koboToNaira(offer.priceKobo),
      basePrice: koboToNaira(offer.basePriceKobo),
      minimumViableUnits: offer.minUnits,
      units: (offer.unitsEnabled ? offer.units : []).map((unit) => ({
        name: unit.name,
        displayName: unit.displayName,
        price: koboToNaira(unit.priceKobo),
        basePrice: koboToNaira(unit.basePriceKobo),
        isOffered: unit.isOffered,
      })),
    },
    group: group && {
      groupId: group.id,
      unitsSold: group.unitsSold,
      minimumViableUnits: group.minUnits,
      deadline: group.deadline.toISOString(),
    },
  };
}

interface ActorContext {
  actor: string;
  key: string | null;
  reason?: string;
}

/** Puts a product on sale or withdraws it; idempotent. @throws {DomainError} `product_not_found`. */
export function setProductOnSale(
  db: Database,
  slug: string,
  active: boolean,
  context: ActorContext,
): Promise<void> {
  return db.transaction(async (tx) => {
    const changed = await updateProductActiveFlag(tx, slug, active);
    if (!changed) throw new DomainError('product_not_found');
    await writeAuditEntry(tx, {
      ...context,
      action: active ? 'product.activate' : 'product.deactivate',
      target: `product:${slug}`,
      before: { active: changed.wasActive },
      after: { active },
    });
  });
}

/** Converts the product to the form that `product import` accepts. */
export function toProductImportFields(product: ProductWithSupplierAndCost) {
  return {
    slug: product.slug,
    title: product.title,
    description: product.description,
    category: product.category,
    images: product.pictures.map((image) => image.hash),
    specifications: product.specifications,
    price: koboToNaira(product.priceKobo),
    basePrice: koboToNaira(product.basePriceKobo),
    supplier: product.supplier,
    cost: product.costKobo === null ? null : koboToNaira(product.costKobo),
    minimumViableUnits: product.minUnits,
    windowHours: product.windowHours,
    maxUnitsPerPerson: product.maxUnitsPerPerson,
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
