import { parseCsv } from './csv.ts';

/** One product as a file names it, not yet checked. */
export interface RawProduct {
  /** Line of a CSV, or place in a JSON list, from 1. */
  row: number;
  fields: Record<string, unknown>;
}

/** @throws {Error} when the file is not readable at all. */
export function readImportFile(name: string, text: string): RawProduct[] {
  if (/\.csv$/i.test(name)) return readCsvProducts(text);
  if (/\.json$/i.test(name)) return readJsonProducts(text);
  throw new Error('The file must end in .csv or .json.');
}

function readJsonProducts(text: string): RawProduct[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is no JSON: ${(error as Error).message}`);
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { products?: unknown } | null)?.products;
  if (!Array.isArray(list)) throw new Error('The file holds neither a list nor {"products": [...]}.');
  return list.map((product, index) => ({
    row: index + 1,
    fields: typeof product === 'object' && product !== null ? flattenUnits(product) : {},
  }));
}

/** `sellingUnitsData` of the API and of an export becomes the two fields that a CSV has. */
function flattenUnits(product: object): Record<string, unknown> {
  const { sellingUnitsData, ...fields } = product as Record<string, unknown>;
  const units = sellingUnitsData as
    | { enabled?: boolean; baseUnitName?: string; options?: unknown }
    | undefined;
  if (!units) return fields;
  return {
    ...fields,
    baseUnitName: units.baseUnitName,
    sellingUnits: units.enabled === false ? [] : units.options,
  };
}

/** Columns are named as the fields of JSON; lists are separated by `|`. */
function readCsvProducts(text: string): RawProduct[] {
  const [head, ...rows] = parseCsv(text);
  if (!head) throw new Error('The file is empty.');
  const names = head.cells.map((cell) => cell.trim());
  if (!names.includes('slug')) throw new Error('The first line must name the columns; "slug" is missing.');
  return rows.map(({ line, cells }) => {
    const given = names.map((name, index): [string, unknown] => [
      name,
      readCell(name, (cells[index] ?? '').trim()),
    ]);
    return { row: line, fields: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
  });
}

const NUMBERS = ['price', 'basePrice', 'minimumViableUnits', 'windowHours'];
const TRUTHS = ['soloEnabled', 'active'];

function readCell(name: string, cell: string): unknown {
  if (cell === '') return undefined;
  if (NUMBERS.includes(name)) return Number(cell.replace(/[₦,]/g, ''));
  if (TRUTHS.includes(name))
    return /^(1|true|yes)$/i.test(cell) ? true : /^(0|false|no)$/i.test(cell) ? false : cell;
  if (name === 'images') return splitList(cell);
  if (name === 'specifications')
    return Object.fromEntries(splitList(cell).map((pair) => splitOnce(pair, ':')));
  if (name === 'sellingUnits') return splitList(cell).map(readUnit);
  return cell;
}

/** `name;display name;base units;standard price;group price`, the last one empty for a calculated price. */
function readUnit(text: string): Record<string, unknown> {
  const [name, displayName, quantity, basePrice, customPrice] = text.split(';').map((part) => part.trim());
  return {
    name,
    displayName,
    baseUnitQuantity: Number(quantity),
    basePrice: Number(basePrice),
    priceType: customPrice ? 'manual' : 'calculated',
    customPrice: customPrice ? Number(customPrice) : null,
  };
}

function splitList(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
