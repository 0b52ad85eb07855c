import { MINIMUM_UNITS_MAX, PRICE_MAX_NAIRA, WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { hoursWords, readHours, readNaira } from '#contract/rules/amount.ts';
import { readProductCell } from '../../../features/catalogue/import/product-csv.ts';
import type { ProductEdit } from '../../../features/catalogue/product-edit.ts';
import { type OpsArguments, Refusal, readOption } from '../../command.ts';

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
export function readEdit(args: OpsArguments): ProductEdit {
  const { options } = args;
  const edit: ProductEdit = {};
  for (const name of TEXTS) if (options[name] !== undefined) edit[name] = options[name];
  const price = readOption(args, 'price', PRICE_MAX_NAIRA, readNaira);
  if (price !== undefined) edit.price = price;
  const basePrice = readOption(args, 'base-price', PRICE_MAX_NAIRA, readNaira);
  if (basePrice !== undefined) edit.basePrice = basePrice;
  const minimum = readOption(args, 'min-units', MINIMUM_UNITS_MAX);
  if (minimum !== undefined) edit.minimumViableUnits = minimum;
  const window = options['window-hours'];
  if (window !== undefined) edit.windowHours = window === 'default' ? null : readWindow(window);
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

function readWindow(text: string): number {
  const hours = readHours(text);
  if (!(hours > 0 && hours <= WINDOW_HOURS_MAX))
    throw new Refusal(`--window-hours: ${hoursWords(WINDOW_HOURS_MAX)}.`);
  return hours;
}
