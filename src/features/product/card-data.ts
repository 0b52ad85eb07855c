import type { Picture, Product } from '#contract/schemas/product.ts';
import type { ProductPages } from './product-list.ts';

/**
 * The list as a rendered page carries it: with what its cards show and a product's page begins with. The rest, a third
 * of the page's bytes, comes once the shopper stays.
 */

/** What no card shows. */
const UNSEEN = {
  _id: '',
  description: '',
  specifications: {},
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  images: [],
  shareLink: '',
  shareImage: null,
} satisfies Partial<Product>;

/** Of its pictures the first, and how many there are. */
type Seen = Omit<Product, keyof typeof UNSEEN | 'pictures' | 'group'> & { pictureCount: number };

/** A product that has blanks for what its card did not show. */
type Blanked = Product & { isCard: true; pictureCount: number };

/** Alike values beside each other: they are half the bytes that way. */
type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

interface Cards {
  seen: Columns<Seen>;
  groups: Columns<Product['group']>;
  pictures: Columns<Picture>;
}

export function toCards({ pages, ...rest }: ProductPages) {
  return { ...rest, pages: pages.map((page) => ({ ...page, data: cardsOf(page.data) })) };
}

export function fromCards({ pages, ...rest }: ReturnType<typeof toCards>): ProductPages {
  return { ...rest, pages: pages.map((page) => ({ ...page, data: productsOf(page.data) })) };
}

/** Whether of this product only what its card shows is known. */
export function isCard(product: Product): product is Blanked {
  return 'isCard' in product;
}

export function hasCards(list: ProductPages | undefined): boolean {
  return list?.pages.some(({ data }) => data.some(isCard)) ?? false;
}

function cardsOf(products: readonly Product[]): Cards {
  const seen = products.map(({ pictures, group: _, ...product }) => {
    const entries = Object.entries(product).filter(([name]) => !(name in UNSEEN));
    return { ...Object.fromEntries(entries), pictureCount: pictures.length } as unknown as Seen;
  });
  return {
    seen: columnsOf(seen),
    groups: columnsOf(products.map(({ group }) => group)),
    pictures: columnsOf(products.flatMap(({ pictures }) => pictures.slice(0, 1))),
  };
}

function productsOf({ seen, groups, pictures }: Cards): Blanked[] {
  const rest = rowsOf(pictures);
  const groupRows = rowsOf(groups);
  return rowsOf(seen).map((row, index) => ({
    ...UNSEEN,
    ...row,
    group: groupRows[index] as Product['group'],
    pictures: row.pictureCount > 0 ? rest.splice(0, 1) : [],
    isCard: true,
  }));
}

function columnsOf<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = new Set(rows.flatMap((row) => Object.keys(row))) as Set<keyof Row>;
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => row[name])])) as Columns<Row>;
}

/** What a row did not have JSON has made null; no field of a product that may be missing is ever null. */
function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[];
  const count = names[0] === undefined ? 0 : columns[names[0]].length;
  return Array.from({ length: count }, (_, index) => {
    const entries = names.map((name) => [name, columns[name][index]] as const);
    return Object.fromEntries(entries.filter(([name, value]) => value !== null || !MISSING.has(name))) as Row;
  });
}

const MISSING = new Set<unknown>(['windowHours'] satisfies (keyof Product)[]);
