import { MINIMUM_UNITS_MAX, PRICE_MAX_NAIRA, WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { formatCount } from '#contract/money.ts';
import { exportCsv } from '../../features/catalogue/product-export.ts';
import {
  activateProduct,
  editProduct,
  exportProduct,
  listProducts,
  type ProductEdit,
} from '../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../features/catalogue/product-repository.ts';
import { type OpsArguments, type OpsCommand, Refusal, readNaira, requireWord } from '../command.ts';
import { textTable } from '../text-table.ts';
import { productImportCommand } from './product-import-command.ts';

export const productCommands: OpsCommand[] = [
  productImportCommand,
  {
    name: 'product list',
    usage: '[--active | --inactive]',
    summary: 'The products with their prices and open groups.',
    roles: ['support', 'ops', 'finance'],
    flags: ['active', 'inactive'],
    async run({ db }, { options }) {
      const isActive = options.active ? true : options.inactive ? false : null;
      const products = await listProducts(db, isActive);
      return { data: products, text: textTable(products, 'There are no products.') };
    },
  },
  {
    name: 'product export',
    usage: '[--csv]',
    summary: 'All products as `product import` reads them, as JSON or as a table for a spreadsheet.',
    roles: ['support', 'ops', 'finance'],
    flags: ['csv'],
    async run({ db }, { options }) {
      const found = await findAllProducts(db);
      const products = found.map(exportProduct);
      const text = options.csv ? exportCsv(found) : JSON.stringify({ products }, null, 2);
      return { data: { products }, text };
    },
  },
  {
    name: 'product edit',
    usage:
      'SLUG [--title T] [--description D] [--category C] [--price N] [--base-price N] [--min-units N] [--window-hours N|default] [--solo yes|no]',
    summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
    roles: ['ops'],
    act: 'key',
    options: ['title', 'description', 'category', 'price', 'base-price', 'min-units', 'window-hours', 'solo'],
    async run({ db, actor, key }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      const edit = readEdit(args);
      if (Object.keys(edit).length === 0) throw new Refusal('Nothing to change was named.');
      const { isKeptInGroup } = await editProduct(db, slug, edit, { actor, key });
      const kept = isKeptInGroup ? ' Its open group keeps what it opened with until it closes.' : '';
      return { data: { slug, ...edit, isKeptInGroup }, text: `${slug} is changed.${kept}` };
    },
  },
  setActive('activate', true),
  setActive('deactivate', false),
];

function setActive(verb: 'activate' | 'deactivate', active: boolean): OpsCommand {
  return {
    name: `product ${verb}`,
    usage: 'SLUG',
    summary: active ? 'Put a product on sale.' : 'Withdraw a product. Its groups live on.',
    roles: ['ops'],
    act: 'key',
    async run({ db, actor, key }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      await activateProduct(db, slug, active, { actor, key });
      return { data: { slug, active }, text: `${slug} is ${active ? 'on sale' : 'withdrawn'}.` };
    },
  };
}

function readEdit({ options }: OpsArguments): ProductEdit {
  const edit: ProductEdit = {};
  if (options.title) edit.title = options.title;
  if (options.description) edit.description = options.description;
  if (options.category) edit.category = options.category;
  if (options.price) edit.price = upTo(PRICE_MAX_NAIRA, readNaira(options.price));
  if (options['base-price']) edit.basePrice = upTo(PRICE_MAX_NAIRA, readNaira(options['base-price']));
  if (options['min-units'])
    edit.minimumViableUnits = upTo(MINIMUM_UNITS_MAX, readCount(options['min-units']));
  if (options['window-hours']) {
    edit.windowHours = options['window-hours'] === 'default' ? null : readHours(options['window-hours']);
  }
  if (options.solo) {
    if (!['yes', 'no'].includes(options.solo)) throw new Refusal('--solo is yes or no.');
    edit.soloEnabled = options.solo === 'yes';
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
