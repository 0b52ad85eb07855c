import { MINIMUM_UNITS_MAX, PRICE_MAX_NAIRA, WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { formatCount } from '#contract/money.ts';
import { readProductCell } from '../../features/catalogue/product-csv.ts';
import type { ProductEdit } from '../../features/catalogue/product-edit.ts';
import { type OpsArguments, Refusal, readNaira } from '../command.ts';

/** The fields of a product as options of `product add` and `product edit`. */

/** Options that read like a cell of the column in a table of products. */
const CELLS = {
  'base-unit': 'baseUnitName',
  units: 'sellingUnits',
  images: 'images',
  specifications: 'specifications',
} as const;
const TEXTS = ['title', 'description', 'category'] as const;

export const EDIT_OPTIONS: readonly string[] = [
  ...TEXTS,
  ...['price', 'base-price', 'min-units', 'window-hours', 'solo'],
  ...Object.keys(CELLS),
];

export const EDIT_USAGE =
  '[--title T] [--description D] [--category C] [--price N] [--base-price N] [--min-units N] [--window-hours N|default] [--solo yes|no] [--base-unit B] [--units CELL] [--images CELL] [--specifications CELL]';

/** @throws {Refusal} for what is no price, number, yes or no. */
export function readEdit({ options }: OpsArguments): ProductEdit {
  const edit: ProductEdit = {};
  for (const name of TEXTS) if (options[name] !== undefined) edit[name] = options[name];
  if (options.price !== undefined) edit.price = upTo(PRICE_MAX_NAIRA, readNaira(options.price));
  if (options['base-price'] !== undefined)
    edit.basePrice = upTo(PRICE_MAX_NAIRA, readNaira(options['base-price']));
  if (options['min-units'] !== undefined)
    edit.minimumViableUnits = upTo(MINIMUM_UNITS_MAX, readCount(options['min-units']));
  const hours = options['window-hours'];
  if (hours !== undefined) edit.windowHours = hours === 'default' ? null : readHours(hours);
  if (options.solo !== undefined) {
    if (!['yes', 'no'].includes(options.solo)) throw new Refusal('--solo is yes or no.');
    edit.soloEnabled = options.solo === 'yes';
  }
  for (const [name, column] of Object.entries(CELLS)) {
    const cell = options[name];
    if (cell !== undefined) edit[column] = readProductCell(column, cell.trim());
  }
  return edit;
}

/** The limits of an import hold for an edit too. */
function upTo(max: number, value: number): number {
  if (value > max) throw new Refusal(`${formatCount(value)}: at most ${formatCount(max)}.`);
  return value;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Refusal(`${text}: not a whole number above 0.`);
  return count;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!(hours > 0)) throw new Refusal(`${text}: not a number of hours above 0.`);
  return upTo(WINDOW_HOURS_MAX, hours);
}
