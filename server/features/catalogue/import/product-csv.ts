import { parseHours, parseInteger, parseNaira } from '#contract/rules/text/number-input.ts';
import { parseBooleanCell } from '../../../lib/csv-table.ts';

/** The columns of the products CSV file in export order, named like the JSON fields. */
export const PRODUCT_CSV_COLUMNS = [
  'slug',
  'title',
  'description',
  'category',
  'images',
  'specifications',
  'price',
  'basePrice',
  'supplier',
  'cost',
  'minimumViableUnits',
  'windowHours',
  'maxUnitsPerPerson',
  'soloEnabled',
  'active',
  'baseUnitName',
  'sellingUnits',
] as const;

export type ProductCsvColumn = (typeof PRODUCT_CSV_COLUMNS)[number];

/** Parses a cell without checking it. @returns `null` for an empty cell, `NaN` for an invalid number. */
export function parseProductCsvCell(column: string, cell: string): unknown {
  if (cell === '') return null;
  if (column === 'price' || column === 'basePrice' || column === 'cost') return parseNaira(cell);
  if (column === 'minimumViableUnits' || column === 'maxUnitsPerPerson') return parseInteger(cell);
  if (column === 'windowHours') return parseHours(cell);
  if (column === 'soloEnabled' || column === 'active') return parseBooleanCell(cell);
  if (column === 'images') return readList(cell).map(unescaped);
  if (column === 'specifications') return readList(cell).map(readSpecification);
  if (column === 'sellingUnits') return readList(cell).map(readUnit);
  return cell;
}

/** Formats a value in such a way that `parseProductCsvCell` restores it. */
export function formatProductCsvCell(column: ProductCsvColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // `48.125` hours could also be read as 48,125 hours, so a zero is appended: `48.1250`.
  if (column === 'windowHours' && Number.isNaN(parseHours(String(value)))) return `${value}0`;
  if (column === 'images') return (value as string[]).join(' | ');
  if (column === 'specifications') {
    const pairs = Object.entries(value as Record<string, string>);
    return pairs.map(([name, text]) => `${escaped(name)}: ${escaped(text)}`.trim()).join(' | ');
  }
  if (column === 'sellingUnits') return (value as SellingUnitCsvFields[]).map(writeUnit).join(' | ');
  return String(value);
}

/** Fields of a selling unit as `product export` writes them; its prices are whole naira. */
export interface SellingUnitCsvFields {
  name: string;
  displayName: string;
  baseUnitQuantity: number;
  priceType: 'manual' | 'calculated';
  customPrice: number | null;
  basePrice: number;
  isActive: boolean;
}

function readSpecification(text: string): [string, string] {
  const [name = '', ...value] = splitAt(text, ':');
  return [unescaped(name), unescaped(value.join(':'))];
}

/**
 * Parses a selling unit: `name;display name;base units;standard price;group price;off`. An empty group price is
 * calculated; `off` is empty for a unit on sale.
 */
function readUnit(text: string): Record<string, unknown> {
  const [name, displayName, quantity = '', basePrice = '', customPrice = '', state = '', ...more] = splitAt(
    text,
    ';',
  ).map(unescaped);
  return {
    name,
    displayName,
    baseUnitQuantity: parseInteger(quantity),
    priceType: customPrice ? 'manual' : 'calculated',
    customPrice: customPrice ? parseNaira(customPrice) : null,
    basePrice: parseNaira(basePrice),
    isActive: state === '' && more.length === 0 ? true : state === 'off' && more.length === 0 ? false : state,
  };
}

function writeUnit(unit: SellingUnitCsvFields): string {
  const customPrice = unit.priceType === 'manual' ? String(unit.customPrice) : '';
  const parts = [unit.name, unit.displayName, unit.baseUnitQuantity, unit.basePrice, customPrice];
  return [...parts, unit.isActive ? '' : 'off'].map((part) => escaped(String(part))).join(';');
}

const readList = (cell: string): string[] => splitAt(cell, '|').filter((part) => part !== '');

/**
 * Splits a text at separators that have no backslash before them. Backslashes remain, because a part may be split
 * again.
 */
function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/\\?./gs)) {
    if (piece === separator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

function escaped(text: string): string {
  return text.replace(/[\\|;:]/g, '\\$&');
}

/** Removes the backslashes that `escaped` adds. A backslash before any other character belongs to the text. */
function unescaped(text: string): string {
  return text.replace(/\\([\\|;:])/g, '$1');
}
