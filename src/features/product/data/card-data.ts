import type { Product, ProductImage } from '#contract/schemas/product.ts';
import type { ProductListPages } from './product-list.ts';

/** Reduces the product list in a rendered page to the fields that cards show, which saves a third of its bytes. */

/** Default values of the fields that no card shows, for a product rebuilt from its card. */
const UNSEEN = {
  _id: '',
  description: '',
  specifications: {},
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  images: [],
  shareLink: '',
  shareImage: null,
} satisfies Partial<Product>;

/**
 * The fields of a card. It has the first image, the number of images, and the base unit in place of all selling units.
 */
type Seen = Omit<Product, keyof typeof UNSEEN | 'pictures' | 'group'> & {
  pictureCount: number;
  baseUnitName: string;
};

/** A product rebuilt from its card. Fields that the card does not have are empty. */
type CardOnlyProduct = Product & { isCard: true; pictureCount: number };

/** The cards are sent as one list per field, which compresses to about half the bytes of one object per card. */
type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

interface Cards {
  seen: Columns<Seen>;
  groups: Columns<Product['group']>;
  pictures: Columns<ProductImage>;
}

export function trimProductsToCards({ pages, ...rest }: ProductListPages) {
  return { ...rest, pages: pages.map((page) => ({ ...page, data: cardsOf(page.data) })) };
}

export function rebuildProductsFromCards({
  pages,
  ...rest
}: ReturnType<typeof trimProductsToCards>): ProductListPages {
  return { ...rest, pages: pages.map((page) => ({ ...page, data: productsOf(page.data) })) };
}

/** True when only the card fields of this product are known, so the product page must fetch the other fields. */
export function hasOnlyCardFields(product: Product): product is CardOnlyProduct {
  return 'isCard' in product;
}

export function hasProductWithOnlyCardFields(list: ProductListPages | undefined): boolean {
  return list?.pages.some(({ data }) => data.some(hasOnlyCardFields)) ?? false;
}

function cardsOf(products: readonly Product[]): Cards {
  const seen = products.map(({ pictures, group: _, ...product }) => {
    const entries = Object.entries(product).filter(([name]) => !(name in UNSEEN));
    const { enabled, baseUnitName } = product.sellingUnitsData;
    return {
      ...Object.fromEntries(entries),
      pictureCount: pictures.length,
      baseUnitName: enabled ? baseUnitName : '',
    } as unknown as Seen;
  });
  return {
    seen: columnsOf(seen),
    groups: columnsOf(products.map(({ group }) => group)),
    pictures: columnsOf(products.flatMap(({ pictures }) => pictures.slice(0, 1))),
  };
}

function productsOf({ seen, groups, pictures }: Cards): CardOnlyProduct[] {
  const rest = rowsOf(pictures);
  const groupRows = rowsOf(groups);
  return rowsOf(seen).map(({ baseUnitName, ...row }, index) => ({
    ...UNSEEN,
    ...row,
    sellingUnitsData: { enabled: baseUnitName !== '', baseUnitName, options: [] },
    group: groupRows[index] as Product['group'],
    pictures: row.pictureCount > 0 ? rest.splice(0, 1) : [],
    isCard: true,
  }));
}

function columnsOf<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = new Set(rows.flatMap((row) => Object.keys(row))) as Set<keyof Row>;
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => row[name])])) as Columns<Row>;
}

/** Nulls are removed, because JSON made them of missing values and an optional field of a product is never null. */
function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[];
  const count = names[0] === undefined ? 0 : columns[names[0]].length;
  return Array.from({ length: count }, (_, index) => {
    const entries = names.map((name) => [name, columns[name][index]] as const);
    return Object.fromEntries(entries.filter(([name, value]) => value !== null || !MISSING.has(name))) as Row;
  });
}

const MISSING = new Set<unknown>([
  'windowHours',
  'maxUnitsPerPerson',
  'isRatingImported',
] satisfies (keyof Product)[]);
