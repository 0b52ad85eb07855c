import {
  BASE_UNITS_MAX,
  CATEGORY_MAX,
  DESCRIPTION_MAX,
  MINIMUM_UNITS_MAX,
  PICTURES_MAX,
  PRICE_MAX_NAIRA,
  SLUG_MAX,
  SLUG_PATTERN,
  SPECIFICATION_NAME_MAX,
  SPECIFICATION_VALUE_MAX,
  SPECIFICATIONS_MAX,
  TITLE_MAX,
  UNIT_NAME_MAX,
  UNITS_MAX,
} from '#contract/limits.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import { textProblem } from '#contract/rules/plain-text.ts';
import { calculatedUnitPrice } from '#contract/rules/unit-price.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { htmlToText } from '../html-text.ts';
import type { RawProduct } from './import-file.ts';
import {
  checkLength,
  checkText,
  type Fields,
  normalText,
  type Report,
  readBoolean,
  readText,
  readWholeNumber,
  readWindowHours,
} from './import-values.ts';
import { type ImportUnit, PRODUCT_COLUMNS } from './product-csv.ts';

/** A validated row of an import, in whole naira. */
export interface ImportProduct {
  row: number;
  /** A new product keeps this id, so that existing links work. */
  id: string | null;
  slug: string;
  title: string;
  description: string;
  category: string;
  /** Normalised file names, or hashes of stored images. */
  images: string[];
  specifications: Record<string, string>;
  price: number;
  basePrice: number;
  minimumViableUnits: number;
  windowHours: number | null;
  baseUnitName: string | null;
  units: ImportUnit[];
  soloEnabled: boolean;
  active: boolean;
  rating: number | null;
  reviewCount: number | null;
}

export interface RowError {
  row: number;
  slug: string | null;
  field: string;
  message: string;
}

const PRODUCT_FIELDS: readonly string[] = [
  ...PRODUCT_COLUMNS,
  // Fields of API replies and the demo catalogue that an import ignores: computed here, or (rating, reviewCount) only
  // for a demo.
  ...['_id', 'rating', 'reviewCount', 'shareLink', 'minPrice', 'maxPrice', 'minBasePrice', 'maxBasePrice'],
];
const UNIT_FIELDS = [
  ...['name', 'displayName', 'baseUnitQuantity', 'priceType', 'customPrice', 'basePrice', 'isActive'],
  'calculatedPrice',
];

/** Checks every row merged over its stored product. One bad row rejects the import, and all problems are listed. */
export function checkProducts(rows: readonly (RawProduct & { stored?: Fields | null })[]): {
  products: ImportProduct[];
  errors: RowError[];
} {
  const errors: RowError[] = [];
  const seen = new Set<string>();
  const products = rows.map(({ row, fields: given, stored, problems = [] }) => {
    const fields = { ...stored, ...given };
    const slug = typeof fields.slug === 'string' ? fields.slug.trim() : null;
    const complain: Report = (field, message) => void errors.push({ row, slug, field, message });
    for (const { field, message } of problems) complain(field, message);
    refuseUnknown(fields, PRODUCT_FIELDS, 'product', complain);
    // An unchanged stored text is not converted: a price list must not change descriptions.
    for (const name of ['title', 'description', 'category'])
      if (typeof fields[name] === 'string' && fields[name] !== stored?.[name])
        fields[name] = htmlToText(fields[name], name === 'description' ? '\n' : ' ');
    const product = checkProduct(row, fields, stored ?? {}, complain);
    if (seen.has(product.slug)) complain('slug', 'the same slug is in another row');
    seen.add(product.slug);
    return product;
  });
  return { products, errors };
}

/** A misspelt field would otherwise be silently ignored. */
function refuseUnknown(fields: Fields, known: readonly string[], thing: string, complain: Report): void {
  for (const name of Object.keys(fields).filter((field) => !known.includes(field))) {
    complain(name, `is not a field of a ${thing}`);
  }
}

function checkProduct(row: number, fields: Fields, stored: Fields, complain: Report): ImportProduct {
  const known = (name: string) => ({ stored: [stored[name]] });
  const slug = readText(fields, 'slug', complain, { max: SLUG_MAX, isRequired: true, problem: slugProblem });
  const price = readWholeNumber(fields, 'price', PRICE_MAX_NAIRA, complain);
  const basePrice = readWholeNumber(fields, 'basePrice', PRICE_MAX_NAIRA, complain);
  if (basePrice > 0 && basePrice < price)
    complain('basePrice', 'the standard price must not be below the group price');
  const minimumViableUnits = readWholeNumber(fields, 'minimumViableUnits', MINIMUM_UNITS_MAX, complain);
  const windowHours = readWindowHours(fields, complain);
  const units = checkUnits(fields.sellingUnits, listOf(stored.sellingUnits), complain);
  const largest = Math.max(...units.map((unit) => unit.baseUnitQuantity));
  units.forEach(({ priceType, baseUnitQuantity }, index) => {
    if (
      priceType === 'calculated' &&
      price > 0 &&
      calculatedUnitPrice(price, baseUnitQuantity, largest) === 0
    )
      complain(`sellingUnits[${index}].baseUnitQuantity`, 'its share of the price is less than ₦1');
  });
  const baseUnitName =
    readText(fields, 'baseUnitName', complain, { max: UNIT_NAME_MAX, ...known('baseUnitName') }) || null;
  if (units.length > 0 && !baseUnitName) complain('baseUnitName', 'is required with selling units');
  return {
    row,
    id: typeof fields._id === 'string' && isUuid(fields._id) ? fields._id : null,
    slug,
    title: readText(fields, 'title', complain, { max: TITLE_MAX, isRequired: true, ...known('title') }),
    description: readText(fields, 'description', complain, {
      max: DESCRIPTION_MAX,
      problem: textProblem,
      ...known('description'),
    }),
    category: readText(fields, 'category', complain, { max: CATEGORY_MAX, ...known('category') }),
    images: checkImages(fields.images, listOf(stored.images), complain),
    specifications: checkSpecifications(
      fields.specifications,
      (stored.specifications ?? {}) as object,
      complain,
    ),
    price,
    basePrice,
    minimumViableUnits,
    windowHours,
    baseUnitName,
    units,
    soloEnabled: readBoolean(fields, 'soloEnabled', true, complain),
    active: readBoolean(fields, 'active', true, complain),
    rating: typeof fields.rating === 'number' ? fields.rating : null,
    reviewCount: typeof fields.reviewCount === 'number' ? fields.reviewCount : null,
  };
}

const slugProblem = (slug: string): string | null =>
  textProblem(slug) ?? (SLUG_PATTERN.test(slug) ? null : 'only a-z, 0-9 and single dashes between them');

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function checkUnits(given: unknown, stored: readonly unknown[], complain: Report): ImportUnit[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    complain('sellingUnits', 'a list');
    return [];
  }
  checkLength(given.length, UNITS_MAX, stored.length, (words) => complain('sellingUnits', words));
  const known = (name: string) => ({ stored: stored.map((unit) => (unit as Fields)[name]) });
  const names = new Set<string>();
  return given.map((one: unknown, index) => {
    const fields = (typeof one === 'object' && one !== null ? one : {}) as Fields;
    const inUnit: Report = (field, message) => complain(`sellingUnits[${index}].${field}`, message);
    refuseUnknown(fields, UNIT_FIELDS, 'selling unit', inUnit);
    const name = readText(fields, 'name', inUnit, { max: UNIT_NAME_MAX, isRequired: true, ...known('name') });
    if (names.has(name)) inUnit('name', 'the same name is given twice');
    names.add(name);
    const baseUnitQuantity = readWholeNumber(fields, 'baseUnitQuantity', BASE_UNITS_MAX, inUnit);
    const isManual = fields.priceType === 'manual';
    if (!isManual && fields.priceType !== 'calculated') inUnit('priceType', 'manual or calculated');
    return {
      name,
      displayName:
        readText(fields, 'displayName', inUnit, { max: UNIT_NAME_MAX, ...known('displayName') }) || name,
      baseUnitQuantity,
      priceType: isManual ? 'manual' : 'calculated',
      customPrice: isManual ? readWholeNumber(fields, 'customPrice', PRICE_MAX_NAIRA, inUnit) : null,
      basePrice: readWholeNumber(fields, 'basePrice', PRICE_MAX_NAIRA, inUnit),
      isActive: readBoolean(fields, 'isActive', true, inUnit),
    };
  });
}

/** Names with a folder are rejected: a path could reach a file outside the image folder. */
function checkImages(given: unknown, stored: readonly unknown[], complain: Report): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) complain('images', 'a list of file names without folders');
  const names = Array.isArray(given) ? given : [];
  checkLength(names.length, PICTURES_MAX, stored.length, (words) => complain('images', words));
  return names.map((name: unknown) => {
    if (typeof name !== 'string' || name.trim() === '')
      complain('images', 'a list of file names without folders');
    else if (/^\s*(https?:|data:|\/\/|www\.)/i.test(name))
      complain(
        'images',
        `${name} is an address, not a file: download the picture, send it, and write its file name`,
      );
    else if (/[/\\]/.test(name)) complain('images', `${name} contains a folder: write only the file name`);
    return plainPictureName(String(name).trim());
  });
}

/** A cell is read as pairs, so that duplicate names are found. */
const isPairs = (given: unknown): given is [string, unknown][] =>
  Array.isArray(given) && given.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string');

function checkSpecifications(given: unknown, stored: object, complain: Report): Record<string, string> {
  if (given === undefined || given === null) return {};
  const isNamed = typeof given === 'object' && !Array.isArray(given);
  const pairs = isPairs(given) ? given : isNamed ? Object.entries(given) : null;
  if (!pairs?.every(([name, value]) => name.trim() !== '' && typeof value === 'string')) {
    complain('specifications', 'names with texts');
    return {};
  }
  const known = { names: Object.keys(stored), values: Object.values(stored) };
  checkLength(pairs.length, SPECIFICATIONS_MAX, known.names.length, (words) =>
    complain('specifications', words),
  );
  const names = new Set<string>();
  return Object.fromEntries(
    pairs.map(([given, value]) => {
      const name = normalText(given);
      const where = `specifications.${name.slice(0, SPECIFICATION_NAME_MAX)}`;
      if (names.has(name)) complain(where, 'the same name is given twice');
      names.add(name);
      const nameRule = { max: SPECIFICATION_NAME_MAX, stored: known.names };
      checkText(name, nameRule, (words) => complain('specifications', words));
      const text = normalText(value as string);
      const rule = { max: SPECIFICATION_VALUE_MAX, problem: textProblem, stored: known.values };
      checkText(text, rule, (words) => complain(where, words));
      return [name, text];
    }),
  );
}
