import * as limits from '#contract/limits.ts';
import { calculateProRataPrice } from '#contract/rules/money/unit-price.ts';
import { getUnstorableTextError } from '#contract/rules/text/plain-text.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { htmlToText } from '../html-text.ts';
import type { RawProductRow } from './import-file.ts';
import { validateProductSpecifications } from './import-specifications.ts';
import {
  parseBooleanField,
  parseGroupDurationField,
  parseImageNamesField,
  parseIntegerField,
  parseOptionalIntegerField,
  parseTextField,
  type RawProductFields,
  type ReportFieldError,
  validateFieldLength,
} from './import-values.ts';
import { PRODUCT_CSV_COLUMNS, type SellingUnitCsvFields } from './product-csv.ts';

/**
 * Limits a category's length. The error message gives advice, because tables of other shops may name several
 * categories in one cell.
 */
const CATEGORY_RULE = {
  max: limits.CATEGORY_LENGTH_MAX,
  advice: `a product has one category, so keep one name of at most ${limits.CATEGORY_LENGTH_MAX} characters, such as Rice`,
};

/** A validated row of an import, in whole naira. */
export interface ValidatedProductRow {
  row: number;
  /** Id from the file for a new product, so that old links to it work; null: an id is generated. */
  id: string | null;
  slug: string;
  title: string;
  description: string;
  category: string;
  /** Normalised names of image files, or hashes of stored images. */
  images: string[];
  specifications: Record<string, string>;
  price: number;
  basePrice: number;
  /** Supplier's name; empty: not known. */
  supplier: string;
  /** Purchase cost of one selling unit of the largest size, in whole naira; null: not known. */
  cost: number | null;
  minimumViableUnits: number;
  windowHours: number | null;
  /** Maximum number of base units that one person may buy in one group; null: no limit. */
  maxUnitsPerPerson: number | null;
  baseUnitName: string | null;
  units: SellingUnitCsvFields[];
  soloEnabled: boolean;
  active: boolean;
  rating: number | null;
  reviewCount: number | null;
}

export interface ImportRowError {
  row: number;
  slug: string | null;
  field: string;
  message: string;
}

const PRODUCT_FIELDS: readonly string[] = [
  ...PRODUCT_CSV_COLUMNS,
  // A file copied from an API reply or the demo has these fields too. The shop computes most of them, so it ignores
  // those.
  ...['_id', 'rating', 'reviewCount', 'shareLink', 'minPrice', 'maxPrice', 'minBasePrice', 'maxBasePrice'],
];
const UNIT_FIELDS = [
  ...['name', 'displayName', 'baseUnitQuantity', 'priceType', 'customPrice', 'basePrice', 'isActive'],
  'calculatedPrice',
];

/**
 * Checks every product as it will be after the import. One invalid row refuses the whole import, and all errors are
 * listed.
 */
export function validateProductRows(
  rows: readonly (RawProductRow & { stored?: RawProductFields | null })[],
): {
  products: ValidatedProductRow[];
  errors: ImportRowError[];
} {
  const errors: ImportRowError[] = [];
  const seen = new Set<string>();
  const products = rows.map(({ row, fields: given, stored, problems = [] }) => {
    const fields = { ...stored, ...given };
    const slug = typeof fields.slug === 'string' ? fields.slug.trim() : null;
    const report: ReportFieldError = (field, message) => void errors.push({ row, slug, field, message });
    for (const { field, message } of problems) report(field, message);
    refuseUnknown(fields, PRODUCT_FIELDS, 'product', report);
    // Only texts that the file changes are converted from HTML. An import of new prices must not change stored
    // descriptions.
    for (const name of ['title', 'description', 'category'])
      if (typeof fields[name] === 'string' && fields[name] !== stored?.[name])
        fields[name] = htmlToText(fields[name], name === 'description' ? '\n' : ' ');
    const product = checkProduct(row, fields, stored ?? {}, report);
    if (seen.has(product.slug)) report('slug', 'the same slug is in another row');
    seen.add(product.slug);
    return product;
  });
  return { products, errors };
}

/** Refuses unknown fields, because a misspelt field name would otherwise be ignored silently. */
function refuseUnknown(
  fields: RawProductFields,
  known: readonly string[],
  thing: string,
  report: ReportFieldError,
): void {
  for (const name of Object.keys(fields).filter((field) => !known.includes(field))) {
    report(name, `is not a field of a ${thing}`);
  }
}

function checkProduct(
  row: number,
  fields: RawProductFields,
  stored: RawProductFields,
  report: ReportFieldError,
): ValidatedProductRow {
  const known = (name: string) => ({ stored: [stored[name]] });
  const slug = parseTextField(fields, 'slug', report, {
    max: limits.SLUG_LENGTH_MAX,
    isRequired: true,
    problem: slugProblem,
  });
  const price = parseIntegerField(fields, 'price', limits.PRICE_MAX_NAIRA, report);
  const basePrice = parseIntegerField(fields, 'basePrice', limits.PRICE_MAX_NAIRA, report);
  if (basePrice > 0 && basePrice < price)
    report('basePrice', 'the standard price must not be below the group price');
  const minimum = parseIntegerField(fields, 'minimumViableUnits', limits.GROUP_MINIMUM_UNITS_MAX, report);
  const windowHours = parseGroupDurationField(fields, report);
  const units = checkUnits(fields.sellingUnits, listOf(stored.sellingUnits), report);
  const largest = Math.max(...units.map((unit) => unit.baseUnitQuantity));
  units.forEach(({ priceType, baseUnitQuantity: size }, index) => {
    if (priceType === 'calculated' && price > 0 && calculateProRataPrice(price, size, largest) === 0)
      report(`sellingUnits[${index}].baseUnitQuantity`, 'its share of the price is less than ₦1');
  });
  const baseUnitName =
    parseTextField(fields, 'baseUnitName', report, {
      max: limits.UNIT_NAME_LENGTH_MAX,
      ...known('baseUnitName'),
    }) || null;
  if (units.length > 0 && !baseUnitName) report('baseUnitName', 'is required with selling units');
  return {
    row,
    id: typeof fields._id === 'string' && isUuid(fields._id) ? fields._id : null,
    slug,
    title: parseTextField(fields, 'title', report, {
      max: limits.PRODUCT_TITLE_LENGTH_MAX,
      isRequired: true,
      ...known('title'),
    }),
    description: parseTextField(fields, 'description', report, {
      max: limits.PRODUCT_DESCRIPTION_LENGTH_MAX,
      problem: getUnstorableTextError,
      ...known('description'),
    }),
    category: parseTextField(fields, 'category', report, { ...CATEGORY_RULE, ...known('category') }),
    images: parseImageNamesField(fields.images, listOf(stored.images), report),
    specifications: validateProductSpecifications(
      fields.specifications,
      (stored.specifications ?? {}) as object,
      report,
    ),
    price,
    basePrice,
    supplier: parseTextField(fields, 'supplier', report, {
      max: limits.SUPPLIER_NAME_LENGTH_MAX,
      ...known('supplier'),
    }),
    cost: parseOptionalIntegerField(fields, 'cost', limits.PRICE_MAX_NAIRA, report),
    minimumViableUnits: minimum,
    windowHours,
    maxUnitsPerPerson: parseOptionalIntegerField(
      fields,
      'maxUnitsPerPerson',
      limits.GROUP_MINIMUM_UNITS_MAX,
      report,
    ),
    baseUnitName,
    units,
    soloEnabled: parseBooleanField(fields, 'soloEnabled', true, report),
    active: parseBooleanField(fields, 'active', true, report),
    rating: typeof fields.rating === 'number' ? fields.rating : null,
    reviewCount: typeof fields.reviewCount === 'number' ? fields.reviewCount : null,
  };
}

const slugProblem = (slug: string): string | null =>
  getUnstorableTextError(slug) ??
  (limits.SLUG_PATTERN.test(slug) ? null : 'only a-z, 0-9 and single dashes between them');

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function checkUnits(
  given: unknown,
  stored: readonly unknown[],
  report: ReportFieldError,
): SellingUnitCsvFields[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    report('sellingUnits', 'a list');
    return [];
  }
  validateFieldLength(given.length, limits.SELLING_UNITS_PER_PRODUCT_MAX, stored.length, (message) =>
    report('sellingUnits', message),
  );
  const known = (name: string) => ({ stored: stored.map((unit) => (unit as RawProductFields)[name]) });
  const names = new Set<string>();
  return given.map((one: unknown, index) => {
    const fields = (typeof one === 'object' && one !== null ? one : {}) as RawProductFields;
    const inUnit: ReportFieldError = (field, message) => report(`sellingUnits[${index}].${field}`, message);
    refuseUnknown(fields, UNIT_FIELDS, 'selling unit', inUnit);
    const name = parseTextField(fields, 'name', inUnit, {
      max: limits.UNIT_NAME_LENGTH_MAX,
      isRequired: true,
      ...known('name'),
    });
    if (names.has(name)) inUnit('name', 'the same name is given twice');
    names.add(name);
    const baseUnitQuantity = parseIntegerField(
      fields,
      'baseUnitQuantity',
      limits.BASE_UNIT_QUANTITY_MAX,
      inUnit,
    );
    const isManual = fields.priceType === 'manual';
    if (!isManual && fields.priceType !== 'calculated') inUnit('priceType', 'manual or calculated');
    return {
      name,
      displayName:
        parseTextField(fields, 'displayName', inUnit, {
          max: limits.UNIT_NAME_LENGTH_MAX,
          ...known('displayName'),
        }) || name,
      baseUnitQuantity,
      priceType: isManual ? 'manual' : 'calculated',
      customPrice: isManual ? parseIntegerField(fields, 'customPrice', limits.PRICE_MAX_NAIRA, inUnit) : null,
      basePrice: parseIntegerField(fields, 'basePrice', limits.PRICE_MAX_NAIRA, inUnit),
      isActive: parseBooleanField(fields, 'isActive', true, inUnit),
    };
  });
}
