import { SLUG_LENGTH_MAX } from '#contract/limits.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import { htmlToText } from '../../html-text.ts';
import type { RawProductRow } from '../import-file.ts';
import type { SellingUnitCsvFields } from '../product-csv.ts';
import type { ShopPlatformImportReport } from './import-report.ts';
import { parsePackSizes } from './pack-sizes.ts';
import { type ReportRowError, readProductCost, readVariantPrices, type VariantPrices } from './prices.ts';
import {
  readCell,
  readFirstFilledCell,
  type ShopPlatform,
  type ShopPlatformProduct,
  type ShopPlatformRow,
  type ShopPlatformVariantOption,
} from './shop-platform.ts';

/** An image in the other shop's table: its URL, its file name, and the normalised name for this shop. */
interface ShopPlatformImage {
  line: number;
  column: string;
  address: string;
  file: string;
  name: string;
}

/** A product converted to this shop's fields, except `images`, which `addPictures` adds later. */
export interface ConvertedShopPlatformProduct extends RawProductRow {
  pictures: ShopPlatformImage[];
  /** Number of base units in the largest size that is sold. */
  largest: number;
}

/**
 * Converts another shop's product to this shop's fields. Unreadable cells are added to the report's errors, by row and
 * column.
 */
export function convertShopPlatformProduct(
  platform: ShopPlatform,
  product: ShopPlatformProduct,
  report: ShopPlatformImportReport,
): ConvertedShopPlatformProduct {
  const { head } = product;
  const own = (field: 'slug' | 'title' | 'description' | 'category') => {
    const { column, text } = readFirstFilledCell(head, platform.columns[field]);
    return { text, change: (message: string) => report.note(head.line, column, 'changed', message) };
  };
  const slug = own('slug');
  const address = formatSlug(slug.text);
  if (address !== slug.text) slug.change(`the web name is ${address}`);
  const description = own('description');
  if (htmlToText(description.text, '\n') !== description.text) description.change('HTML became plain text');
  const category = own('category');
  const categoryName = platform.readCategory(category.text);
  if (categoryName !== category.text)
    category.change(categoryName === '' ? 'no category in it' : `the category is ${categoryName}`);
  const refuse = (row: ShopPlatformRow, column: string, message: string) =>
    void report.errors.push({ row: row.line, slug: address, field: column, message });
  const prices = product.variants.map((row) => readVariantPrices(platform, row, report, refuse));
  const { constant, units, largest } = readVariants(platform, product, prices, { report, refuse });
  for (const [name] of constant) report.note(head.line, name, 'changed', 'became a specification');
  const main = prices[largest.index];
  const supplier = readFirstFilledCell(head, platform.columns.supplier).text;
  const cost = readProductCost(platform, product, largest.index, report);
  const specifications = new Map([...(platform.listSpecifications?.(head) ?? []), ...constant]);
  return {
    row: head.line,
    fields: {
      slug: address,
      title: own('title').text,
      description: description.text,
      category: categoryName,
      price: main?.price,
      basePrice: main?.basePrice,
      active: platform.isOnSale(head),
      // Absent fields are left out, so that the import does not change what the stored product has.
      ...(supplier !== '' ? { supplier } : {}),
      ...(cost !== null ? { cost } : {}),
      ...(specifications.size > 0 ? { specifications: [...specifications] } : {}),
      ...(units ? { baseUnitName: units.baseUnitName, sellingUnits: units.options } : {}),
    },
    pictures: listPictures(platform, product),
    largest: largest.quantity,
  };
}

/** Builds a slug: accents are removed from letters, and any other character becomes a dash. */
function formatSlug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const dashed = plain.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_LENGTH_MAX);
  return dashed.replace(/^-|-$/g, '');
}

interface Variants {
  /** Options that have the same value in all variants. They become specifications of the product. */
  constant: ShopPlatformVariantOption[];
  /** The product's selling units, one for each size; null: the product is sold in one size. */
  units: { baseUnitName: string; options: SellingUnitCsvFields[] } | null;
  largest: { index: number; quantity: number };
}

/**
 * Converts a product's variants to selling units. They must differ only in size, because this shop sells no other
 * variants.
 */
function readVariants(
  platform: ShopPlatform,
  product: ShopPlatformProduct,
  prices: readonly VariantPrices[],
  { report, refuse }: { report: ShopPlatformImportReport; refuse: ReportRowError },
): Variants {
  const { head, variants } = product;
  const options = variants.map((row) => new Map(platform.listOptions(product, row)));
  const valuesOf = (name: string) => options.map((one) => one.get(name) ?? '');
  const names = [...new Set(options.flatMap((one) => [...one.keys()]))];
  const differing = variants.length > 1 ? names.filter((name) => new Set(valuesOf(name)).size > 1) : [];
  const ofHead = variants.includes(head) ? [] : platform.listOptions(product, head);
  const constant = [
    ...ofHead.filter(([name]) => !names.includes(name)),
    ...names
      .filter((name) => !differing.includes(name))
      .map((name) => [name, valuesOf(name)[0] ?? ''] as const),
  ];
  const single = { constant, units: null, largest: { index: 0, quantity: 1 } };
  if (variants.length === 1) return single;
  const [name = ''] = differing;
  const row = variants[0] as ShopPlatformRow;
  const values = valuesOf(name);
  if (differing.length !== 1) {
    const what = differing.length > 1 ? differing.join(' and ') : 'nothing that the file names';
    refuse(
      row,
      name,
      `its ${variants.length} variants differ in ${what}: make a product of each, with one option at most, the size`,
    );
    return single;
  }
  const sizes = parsePackSizes(values);
  if (!sizes) {
    refuse(
      row,
      name,
      `${values.join(', ')} are not sizes of one kind: write each with its size, such as 5 kg and 50 kg, or pack of 6 and pack of 12, or make a product of each`,
    );
    return single;
  }
  const { baseUnitName, quantities } = sizes;
  for (const { line } of variants)
    report.note(line, name, 'changed', `became a selling unit in ${baseUnitName}`);
  const index = quantities.indexOf(Math.max(...quantities));
  const units = values.map((value, place): SellingUnitCsvFields => {
    const { price = 0, basePrice = 0 } = prices[place] ?? {};
    return {
      name: formatSlug(value),
      displayName: value,
      baseUnitQuantity: quantities[place] ?? 0,
      priceType: 'manual',
      customPrice: price,
      basePrice,
      isActive: variants[place] === head || platform.isOnSale(variants[place] as ShopPlatformRow),
    };
  });
  return {
    constant,
    units: { baseUnitName, options: units },
    largest: { index, quantity: quantities[index] ?? 1 },
  };
}

function listPictures(
  platform: ShopPlatform,
  { head, variants, others = [] }: ShopPlatformProduct,
): ShopPlatformImage[] {
  const rows = [...new Set([head, ...variants, ...others])].sort((one, other) => one.line - other.line);
  const all = rows.flatMap((row) =>
    platform.columns.images.flatMap((column) =>
      readCell(row, column)
        .split(platform.imageSeparator)
        .map((address) => address.trim())
        .filter((address) => address !== '')
        .map((address) => {
          const file = readFileName(address);
          return { line: row.line, column, address, file, name: normalizeImageFileName(file) };
        }),
    ),
  );
  // Lists each image once, because a thumbnail and the variants' images repeat the product's images.
  return all.filter(({ address }, index) => all.findIndex((one) => one.address === address) === index);
}

/** @returns the file name at the end of a URL or path. */
function readFileName(address: string): string {
  const last =
    address
      .replace(/[?#].*$/, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
