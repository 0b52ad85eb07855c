import { formatCount } from '#contract/money.ts';
import { moneyText } from '../words.ts';

const NAMES: Readonly<Record<string, string>> = {
  slug: 'Address name',
  title: 'Title',
  description: 'Description',
  category: 'Category',
  images: 'Pictures',
  specifications: 'Specifications',
  price: 'Group price',
  basePrice: 'Standard price',
  minimumViableUnits: 'Units a group needs',
  windowHours: 'Hours a group runs',
  soloEnabled: 'Sold alone too',
  active: 'On sale',
  baseUnitName: 'Counted in',
  sellingUnits: 'Selling units',
};

/** What a column of a product is called on the screens. */
export const fieldName = (field: string): string => NAMES[field] ?? field;

interface Unit {
  displayName: string;
  baseUnitQuantity: number;
  customPrice: number | null;
  basePrice: number;
  isActive: boolean;
}

/** What stands in a column, in words. */
export function fieldWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'price' || field === 'basePrice') return moneyText(Number(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatCount(value);
  if (field === 'sellingUnits' && Array.isArray(value))
    return value.length === 0 ? 'none' : (value as Unit[]).map(unitWords).join('; ');
  if (field === 'specifications') {
    const pairs = Object.entries(value as Record<string, string>);
    return pairs.length === 0 ? 'none' : pairs.map(([name, text]) => `${name}: ${text}`).join('; ');
  }
  return String(value);
}

function unitWords({ displayName, baseUnitQuantity, customPrice, basePrice, isActive }: Unit): string {
  const price = customPrice === null ? 'its share' : moneyText(customPrice);
  return `${displayName} (${formatCount(baseUnitQuantity)}) for ${price}, alone ${moneyText(basePrice)}${isActive ? '' : ', off'}`;
}
