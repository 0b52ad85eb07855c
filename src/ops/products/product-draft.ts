import { calculateProRataPrice } from '#contract/rules/money/unit-price.ts';
import { parseHours, parseInteger, parseNaira } from '#contract/rules/text/number-input.ts';
import type { OpsEditProductBody, OpsProduct, OpsSellingUnit } from '#contract/schemas/ops/products.ts';
import type { ProductImage } from '#contract/schemas/product.ts';

/** A product as the form edits it. Numbers are kept as the operator typed them. */
export interface ProductDraft {
  title: string;
  description: string;
  category: string;
  /** One specification per line, `name: value`. */
  specifications: string;
  price: string;
  basePrice: string;
  supplier: string;
  /** Cost price of the product; empty: not known. */
  cost: string;
  minimumViableUnits: string;
  /** Duration of the product's groups; empty: the shop's usual duration. */
  windowHours: string;
  /** Most base units that one person may buy in one group; empty: no limit. */
  maxUnitsPerPerson: string;
  soloEnabled: boolean;
  baseUnitName: string;
  units: SellingUnitDraft[];
  images: ProductImage[];
}

export interface SellingUnitDraft {
  /** Identifies the row of the unit in the form. */
  key: string;
  /** Name by which cart lines refer to the unit; empty for a new unit. */
  name: string;
  displayName: string;
  baseUnitQuantity: string;
  /** Group price of the unit; empty: calculated from the product's price and the unit's quantity. */
  customPrice: string;
  basePrice: string;
  isActive: boolean;
}

export const EMPTY_PRODUCT_DRAFT: ProductDraft = {
  title: '',
  description: '',
  category: '',
  specifications: '',
  price: '',
  basePrice: '',
  supplier: '',
  cost: '',
  minimumViableUnits: '',
  windowHours: '',
  maxUnitsPerPerson: '',
  soloEnabled: true,
  baseUnitName: '',
  units: [],
  images: [],
};

export function toProductDraft(product: OpsProduct): ProductDraft {
  const { title, description, category, specifications, windowHours, soloEnabled, pictures } = product;
  const { enabled, baseUnitName, options } = product.sellingUnitsData;
  return {
    title,
    description,
    category,
    specifications: Object.entries(specifications)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    price: String(product.price),
    basePrice: String(product.basePrice),
    supplier: product.supplier,
    cost: String(product.cost ?? ''),
    minimumViableUnits: String(product.minimumViableUnits),
    windowHours: windowHours === null ? '' : String(windowHours),
    maxUnitsPerPerson: String(product.maxUnitsPerPerson ?? ''),
    soloEnabled,
    baseUnitName,
    units: (enabled ? options : []).map((unit) => ({
      key: unit.name,
      name: unit.name,
      displayName: unit.displayName,
      baseUnitQuantity: String(unit.baseUnitQuantity),
      customPrice: unit.priceType === 'manual' ? String(unit.customPrice) : '',
      basePrice: String(unit.basePrice),
      isActive: unit.isActive,
    })),
    images: pictures,
  };
}

/** Calculates the unit's group price for shoppers, whole naira; null while it cannot be calculated. */
export function getDraftUnitPriceNaira(draft: ProductDraft, unit: SellingUnitDraft): number | null {
  if (unit.customPrice.trim() !== '') return known(parseNaira(unit.customPrice));
  const sizes = draft.units
    .map(({ baseUnitQuantity }) => parseInteger(baseUnitQuantity))
    .filter((one) => one > 0);
  const price = parseNaira(draft.price);
  const size = parseInteger(unit.baseUnitQuantity);
  return price > 0 && size > 0 ? known(calculateProRataPrice(price, size, Math.max(...sizes))) : null;
}

/** Builds the product card of a draft. Units without a known price are ignored. */
export function toProductCard(draft: ProductDraft) {
  const offered = draft.units.filter(({ isActive }) => isActive);
  const prices = offered.map((unit) => getDraftUnitPriceNaira(draft, unit) ?? 0).filter((price) => price > 0);
  const standard = offered.map(({ basePrice }) => parseNaira(basePrice)).filter((price) => price > 0);
  return {
    slug: '',
    title: draft.title.trim(),
    images: [],
    pictures: draft.images,
    price: parseNaira(draft.price),
    basePrice: parseNaira(draft.basePrice),
    minPrice: prices.length > 0 ? Math.min(...prices) : 0,
    maxPrice: Math.max(0, ...prices),
    minBasePrice: standard.length > 0 ? Math.min(...standard) : 0,
    maxBasePrice: Math.max(0, ...standard),
    group: { groupId: null, progressPercentage: 0 },
  };
}

const known = (figure: number): number | null => (figure > 0 ? figure : null);

/** Converts all fields of the form into the body of the API call. */
export function toProductEditBody(draft: ProductDraft): OpsEditProductBody {
  const units = draft.units.map(unitOf);
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    category: draft.category.trim(),
    specifications: specificationsOf(draft.specifications),
    price: parseNaira(draft.price),
    basePrice: parseNaira(draft.basePrice),
    supplier: draft.supplier.trim(),
    cost: draft.cost.trim() === '' ? null : parseNaira(draft.cost),
    minimumViableUnits: parseInteger(draft.minimumViableUnits),
    windowHours: draft.windowHours.trim() === '' ? null : parseHours(draft.windowHours),
    maxUnitsPerPerson: draft.maxUnitsPerPerson.trim() === '' ? null : parseInteger(draft.maxUnitsPerPerson),
    soloEnabled: draft.soloEnabled,
    baseUnitName: draft.baseUnitName.trim(),
    sellingUnits: units,
    images: draft.images.map(({ hash }) => hash),
  };
}

/** Returns the draft as the server has saved it: new selling units now have their permanent names. */
export function toProductDraftAfterSave(draft: ProductDraft): ProductDraft {
  return { ...draft, units: draft.units.map((unit) => ({ ...unit, name: unitOf(unit).name })) };
}

/** Returns only changed fields, so that another operator's changes to other fields are kept. */
export function getChangedProductFields(before: ProductDraft, after: ProductDraft): OpsEditProductBody {
  const [old, now] = [toProductEditBody(before), toProductEditBody(after)];
  const names = Object.keys(now) as (keyof OpsEditProductBody)[];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/**
 * Returns the changed fields that somebody else has set to another value since the form was opened.
 * @param stored the product as it is now.
 */
export function findConflictingProductFields(
  before: ProductDraft,
  after: ProductDraft,
  stored: ProductDraft,
): string[] {
  const theirs = getChangedProductFields(before, stored);
  const lost = getChangedProductFields(stored, after);
  return Object.keys(getChangedProductFields(before, after)).filter((name) => name in theirs && name in lost);
}

function unitOf({
  name,
  displayName,
  baseUnitQuantity,
  customPrice,
  basePrice,
  isActive,
}: SellingUnitDraft): OpsSellingUnit {
  const isManual = customPrice.trim() !== '';
  return {
    name: name || displayName.trim(),
    displayName: displayName.trim(),
    baseUnitQuantity: parseInteger(baseUnitQuantity),
    priceType: isManual ? 'manual' : 'calculated',
    customPrice: isManual ? parseNaira(customPrice) : null,
    basePrice: parseNaira(basePrice),
    isActive,
  };
}

/**
 * Parses one specification per line. A repeated name gets a space, so that the server receives both and refuses them.
 */
function specificationsOf(text: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [given = '', ...value] = line.split(':');
    let name = given.trim();
    while (found.has(name)) name += ' ';
    found.set(name, value.join(':').trim());
  }
  return Object.fromEntries(found);
}
