import {
  BASE_UNITS_MAX,
  MINIMUM_UNITS_MAX,
  PICTURE_NAME_PATTERN,
  PRICE_MAX_NAIRA,
  SLUG_PATTERN,
  WINDOW_HOURS_MAX,
} from '#contract/limits.ts';
import { formatCount } from '#contract/money.ts';
import { calculatedUnitPrice } from '#contract/rules/unit-price.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { RawProduct } from './import-file.ts';
import { type ImportUnit, PRODUCT_COLUMNS } from './product-csv.ts';

/** A product whose fields are good. Whole naira. */
export interface ImportProduct {
  row: number;
  /** Kept for a new product, so that links made before stay right. */
  id: string | null;
  slug: string;
  title: string;
  description: string;
  category: string;
  /** File names or hashes of known pictures. */
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

type Fields = Record<string, unknown>;
type Complain = (field: string, message: string) => void;

const TEXT_MAX = 5_000;

const PRODUCT_FIELDS: readonly string[] = [
  ...PRODUCT_COLUMNS,
  // In the API's answers and the demo catalogue too: computed here, or (rating, reviewCount) for a demonstration only.
  ...['_id', 'rating', 'reviewCount', 'shareLink', 'minPrice', 'maxPrice', 'minBasePrice', 'maxBasePrice'],
];
const UNIT_FIELDS = [
  ...['name', 'displayName', 'baseUnitQuantity', 'priceType', 'customPrice', 'basePrice', 'isActive'],
  'calculatedPrice',
];

/** Checks every row; one bad row spoils the whole import, and all that is wrong is listed. */
export function checkProducts(rows: readonly RawProduct[]): {
  products: ImportProduct[];
  errors: RowError[];
} {
  const errors: RowError[] = [];
  const seen = new Set<string>();
  const products = rows.map(({ row, fields, problem }) => {
    const slug = typeof fields.slug === 'string' ? fields.slug.trim() : null;
    const complain: Complain = (field, message) => void errors.push({ row, slug, field, message });
    if (problem) complain('row', problem);
    refuseUnknown(fields, PRODUCT_FIELDS, 'product', complain);
    const product = checkProduct(row, fields, complain);
    if (seen.has(product.slug)) complain('slug', 'the same slug stands in another row');
    seen.add(product.slug);
    return product;
  });
  return { products, errors };
}

/** A misspelt field would be ignored in silence. */
function refuseUnknown(fields: Fields, known: readonly string[], thing: string, complain: Complain): void {
  for (const name of Object.keys(fields).filter((field) => !known.includes(field))) {
    complain(name, `is no field of a ${thing}`);
  }
}

function checkProduct(row: number, fields: Fields, complain: Complain): ImportProduct {
  const slug = text(fields, 'slug', complain, { isRequired: true });
  if (slug && !SLUG_PATTERN.test(slug)) complain('slug', 'only a-z, 0-9 and single dashes between them');
  const price = naira(fields, 'price', complain);
  const basePrice = naira(fields, 'basePrice', complain);
  if (basePrice > 0 && basePrice < price)
    complain('basePrice', 'the standard price must not be below the group price');
  const minimumViableUnits = count(fields, 'minimumViableUnits', MINIMUM_UNITS_MAX, complain);
  const windowHours =
    fields.windowHours === undefined || fields.windowHours === null ? null : Number(fields.windowHours);
  if (windowHours !== null && !(windowHours > 0)) complain('windowHours', 'a number above 0');
  if (windowHours !== null && windowHours > WINDOW_HOURS_MAX)
    complain('windowHours', atMost(WINDOW_HOURS_MAX));
  const units = checkUnits(fields.sellingUnits, complain);
  const largest = Math.max(...units.map((unit) => unit.baseUnitQuantity));
  units.forEach(({ priceType, baseUnitQuantity }, index) => {
    if (
      priceType === 'calculated' &&
      price > 0 &&
      calculatedUnitPrice(price, baseUnitQuantity, largest) === 0
    )
      complain(`sellingUnits[${index}].baseUnitQuantity`, 'its share of the price is less than ₦1');
  });
  const baseUnitName = text(fields, 'baseUnitName', complain) || null;
  if (units.length > 0 && !baseUnitName) complain('baseUnitName', 'is required with selling units');
  return {
    row,
    id: typeof fields._id === 'string' && isUuid(fields._id) ? fields._id : null,
    slug,
    title: text(fields, 'title', complain, { isRequired: true }),
    description: text(fields, 'description', complain),
    category: text(fields, 'category', complain),
    images: checkImages(fields.images, complain),
    specifications: checkSpecifications(fields.specifications, complain),
    price,
    basePrice,
    minimumViableUnits,
    windowHours,
    baseUnitName,
    units,
    soloEnabled: truth(fields, 'soloEnabled', true, complain),
    active: truth(fields, 'active', true, complain),
    rating: typeof fields.rating === 'number' ? fields.rating : null,
    reviewCount: typeof fields.reviewCount === 'number' ? fields.reviewCount : null,
  };
}

function checkUnits(given: unknown, complain: Complain): ImportUnit[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    complain('sellingUnits', 'a list');
    return [];
  }
  const names = new Set<string>();
  return given.map((one: unknown, index) => {
    const fields = (typeof one === 'object' && one !== null ? one : {}) as Fields;
    const inUnit: Complain = (field, message) => complain(`sellingUnits[${index}].${field}`, message);
    refuseUnknown(fields, UNIT_FIELDS, 'selling unit', inUnit);
    const name = text(fields, 'name', inUnit, { isRequired: true });
    if (names.has(name)) inUnit('name', 'the same name stands twice');
    names.add(name);
    const baseUnitQuantity = count(fields, 'baseUnitQuantity', BASE_UNITS_MAX, inUnit);
    const isManual = fields.priceType === 'manual';
    if (!isManual && fields.priceType !== 'calculated') inUnit('priceType', 'manual or calculated');
    return {
      name,
      displayName: text(fields, 'displayName', inUnit) || name,
      baseUnitQuantity,
      priceType: isManual ? 'manual' : 'calculated',
      customPrice: isManual ? naira(fields, 'customPrice', inUnit) : null,
      basePrice: naira(fields, 'basePrice', inUnit),
      isActive: truth(fields, 'isActive', true, inUnit),
    };
  });
}

function checkImages(given: unknown, complain: Complain): string[] {
  if (given === undefined || given === null) return [];
  const names = Array.isArray(given) ? given : [];
  // A name is looked up in one folder: a path could reach out of it.
  const isGood = (name: unknown): name is string =>
    typeof name === 'string' && PICTURE_NAME_PATTERN.test(name);
  if (!Array.isArray(given) || !names.every(isGood))
    complain('images', 'a list of file names without folders');
  return names.filter(isGood);
}

function checkSpecifications(given: unknown, complain: Complain): Record<string, string> {
  if (given === undefined || given === null) return {};
  const pairs = typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : null;
  if (!pairs?.every(([name, value]) => name.trim() !== '' && typeof value === 'string')) {
    complain('specifications', 'names with texts');
    return {};
  }
  return Object.fromEntries(pairs.map(([name, value]) => [oneForm(name), oneForm(value as string)]));
}

function text(fields: Fields, name: string, complain: Complain, rule: { isRequired?: boolean } = {}): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') {
    if (rule.isRequired) complain(name, 'is required');
    return '';
  }
  if (typeof value !== 'string' || value.length > TEXT_MAX) {
    complain(name, `a text of at most ${TEXT_MAX} characters`);
    return '';
  }
  return oneForm(value);
}

/** Without the spaces around it and with one kind of line break, so that an export comes back as it went. */
function oneForm(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim();
}

function count(fields: Fields, name: string, max: number, complain: Complain): number {
  const value = Number(fields[name]);
  if (fields[name] === undefined) complain(name, 'is required');
  else if (!Number.isInteger(value) || value < 1) complain(name, 'a whole number above 0');
  else if (value > max) complain(name, atMost(max));
  return value;
}

function naira(fields: Fields, name: string, complain: Complain): number {
  const value = Number(fields[name]);
  const isWhole = fields[name] !== undefined && Number.isSafeInteger(value) && value > 0;
  if (isWhole && value <= PRICE_MAX_NAIRA) return value;
  if (fields[name] === undefined) complain(name, 'is required');
  else complain(name, isWhole ? atMost(PRICE_MAX_NAIRA) : 'a whole naira amount above 0');
  return 0;
}

const atMost = (max: number): string => `at most ${formatCount(max)}`;

function truth(fields: Fields, name: string, whenAbsent: boolean, complain: Complain): boolean {
  const value = fields[name];
  if (value === undefined) return whenAbsent;
  if (typeof value === 'boolean') return value;
  complain(name, 'true or false');
  return whenAbsent;
}
