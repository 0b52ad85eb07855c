import { exportCsv } from '../../../features/catalogue/import/import-file.ts';
import { addProduct, type EditedProduct, editProduct } from '../../../features/catalogue/product-edit.ts';
import {
  activateProduct,
  exportProduct,
  listProducts,
  showProduct,
} from '../../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../../features/catalogue/product-repository.ts';
import { type OpsCommand, Refusal, readOption, requireWord } from '../../command.ts';
import { textFields, textTable } from '../../command-line/text-table.ts';
import { pictureAddCommand } from './picture-command.ts';
import { EDIT_OPTIONS, EDIT_USAGE, readEdit } from './product-edit-options.ts';
import { changeLines, productImportCommand } from './product-import-command.ts';

const LISTED_MAX = 100;

export const productCommands: OpsCommand[] = [
  productImportCommand,
  {
    name: 'product list',
    usage: '[WORDS] [--active | --inactive] [--after SLUG] [--limit N]',
    summary: 'The products with their prices and open groups; WORDS: those that have them in title or slug.',
    roles: ['support', 'ops', 'finance'],
    options: ['after', 'limit'],
    flags: ['active', 'inactive'],
    async run({ db }, args) {
      const { words, options } = args;
      const products = await listProducts(db, {
        isActive: options.active ? true : options.inactive ? false : null,
        words: words.join(' ').trim(),
        after: options.after,
        limit: readOption(args, 'limit', LISTED_MAX) ?? null,
      });
      const columns = products.map(({ picture, ...columns }) => columns);
      return { data: products, text: textTable(columns, 'There are no products.') };
    },
  },
  {
    name: 'product show',
    usage: 'SLUG',
    summary: 'One product with all that can be changed of it, and what shoppers are asked for it now.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }, args) {
      const product = await showProduct(db, requireWord(args, 0, 'SLUG'));
      const { sellingUnitsData, pictures, now, specifications, group, ...fields } = product;
      return { data: product, text: `${textFields(fields)}\n\n${textTable(now.units, 'It has no units.')}` };
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
      const csv = exportCsv(found);
      return options.csv
        ? { data: { products, csv }, text: csv }
        : { data: { products }, text: JSON.stringify({ products }, null, 2) };
    },
  },
  {
    name: 'product add',
    usage: `SLUG ${EDIT_USAGE} [--dry-run]`,
    summary: 'Make a product. It is not on sale until `product activate`.',
    roles: ['ops'],
    act: 'key',
    options: EDIT_OPTIONS,
    flags: ['dry-run'],
    async run({ db, actor, key }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      const isDryRun = args.options['dry-run'] === 'true';
      const change = await addProduct(db, slug, readEdit(args), { actor, key, isDryRun });
      return tell(change, isDryRun, `${slug} is there, not on sale yet.`);
    },
  },
  {
    name: 'product edit',
    usage: `SLUG ${EDIT_USAGE} [--dry-run]`,
    summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
    roles: ['ops'],
    act: 'key',
    options: EDIT_OPTIONS,
    flags: ['dry-run'],
    async run({ db, actor, key }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      const edit = readEdit(args);
      if (Object.keys(edit).length === 0) throw new Refusal('Nothing to change was named.');
      const isDryRun = args.options['dry-run'] === 'true';
      const change = await editProduct(db, slug, edit, { actor, key, isDryRun });
      return tell(change, isDryRun, `${slug} is changed.`);
    },
  },
  pictureAddCommand,
  setActive('activate', true),
  setActive('deactivate', false),
];

function tell(change: EditedProduct, isDryRun: boolean, done: string) {
  const kept = change.isKeptInGroup ? ' Its open group keeps what it opened with until it closes.' : '';
  const text = isDryRun
    ? ['Dry run. Nothing was written.', ...changeLines(change)].join('\n')
    : `${done}${kept}`;
  return { data: { ...change, isDryRun }, text };
}

function setActive(verb: 'activate' | 'deactivate', active: boolean): OpsCommand {
  return {
    name: `product ${verb}`,
    usage: 'SLUG [--reason R]',
    summary: active ? 'Put a product on sale.' : 'Withdraw a product. Its groups live on.',
    roles: ['ops'],
    act: 'key',
    options: ['reason'],
    async run({ db, actor, key }, args) {
      const slug = requireWord(args, 0, 'SLUG');
      const reason = args.options.reason?.trim();
      await activateProduct(db, slug, active, { actor, key, ...(reason ? { reason } : {}) });
      return { data: { slug, active }, text: `${slug} is ${active ? 'on sale' : 'withdrawn'}.` };
    },
  };
}
