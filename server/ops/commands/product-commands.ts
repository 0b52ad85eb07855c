import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { MINIMUM_UNITS_MAX, PRICE_MAX_NAIRA, WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { formatCount } from '#contract/money.ts';
import { derivePicture } from '../../features/catalogue/picture-derivation.ts';
import { importProducts } from '../../features/catalogue/product-import.ts';
import {
  activateProduct,
  editProduct,
  exportProduct,
  listProducts,
  type ProductEdit,
} from '../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../features/catalogue/product-repository.ts';
import type { StoredPicture } from '../../features/catalogue/product-write-repository.ts';
import {
  type OpsAnswer,
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readNaira,
  requireWord,
} from '../command.ts';
import { textTable } from '../text-table.ts';

export const productCommands: OpsCommand[] = [
  {
    name: 'product import',
    usage: 'FILE.csv|FILE.json [--images DIR] [--dry-run]',
    summary: 'Bring products in by slug: all of them, or none and the list of errors by row.',
    roles: ['ops'],
    options: ['images'],
    flags: ['dry-run'],
    run: runImport,
  },
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
    usage: '',
    summary: 'All products as `product import` reads them.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const products = (await findAllProducts(db)).map(exportProduct);
      return { data: { products }, text: JSON.stringify({ products }, null, 2) };
    },
  },
  {
    name: 'product edit',
    usage:
      'SLUG [--title T] [--description D] [--category C] [--price N] [--base-price N] [--min-units N] [--window-hours N|default] [--solo yes|no]',
    summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
    roles: ['ops'],
    options: ['title', 'description', 'category', 'price', 'base-price', 'min-units', 'window-hours', 'solo'],
    async run({ db, actor }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      const edit = readEdit(args);
      if (Object.keys(edit).length === 0) throw new Refusal('Nothing to change was named.');
      await editProduct(db, slug, edit, actor);
      return { data: { slug, ...edit }, text: `${slug} is changed.` };
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
    async run({ db, actor }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      await activateProduct(db, slug, active, actor);
      return { data: { slug, active }, text: `${slug} is ${active ? 'on sale' : 'withdrawn'}.` };
    },
  };
}

async function runImport({ db, config, actor }: OpsContext, args: OpsArguments): Promise<OpsAnswer> {
  const file = requireWord(args, 0, 'FILE');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Refusal(`${file} cannot be read.`);
  });
  const isDryRun = args.options['dry-run'] === 'true';
  const imagesFolder = args.options.images && resolve(args.options.images);
  const result = await importProducts(db, {
    fileName: basename(file),
    text,
    actor,
    isDryRun,
    ...(imagesFolder
      ? { derive: (name: string) => deriveFrom(imagesFolder, name, join(config.dataDir, 'pictures')) }
      : {}),
  }).catch((error: unknown) => {
    throw error instanceof Error && !('code' in error) ? new Refusal(error.message) : error;
  });
  if (result.errors.length > 0) {
    const lines = result.errors.map(
      ({ row, slug, field, message }) => `row ${row} ${slug ?? ''} ${field}: ${message}`,
    );
    return {
      isGood: false,
      data: { imported: 0, errors: result.errors },
      text: [`Nothing was imported: ${lines.length} errors.`, ...lines].join('\n'),
    };
  }
  const added = result.written.filter((product) => product.isNew).length;
  const updated = result.written.length - added;
  const words = `${added} new, ${updated} updated`;
  return {
    data: { imported: result.written.length, added, updated, isDryRun, errors: [] },
    text: isDryRun ? `Dry run: ${words}. Nothing was written.` : `Imported: ${words}.`,
  };
}

async function deriveFrom(folder: string, name: string, output: string): Promise<StoredPicture | null> {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  try {
    return { sourceName: name, ...(await derivePicture(await readFile(path), output)) };
  } catch {
    throw new Refusal(`${name} is no picture.`);
  }
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
