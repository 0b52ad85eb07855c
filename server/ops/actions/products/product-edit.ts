import { type Static, Type } from 'typebox';
import { WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { opsAddProduct, opsEditProduct } from '#contract/ops-products-endpoints.ts';
import { hoursMessage, readHours } from '#contract/rules/amount.ts';
import {
  OpsProductAddBody,
  OpsProductChangeReply,
  OpsProductEditBody,
  OpsSlugParams,
} from '#contract/schemas/ops-products.ts';
import { readProductCell } from '../../../features/catalogue/import/product-csv.ts';
import {
  addProduct,
  type EditedProduct,
  editProduct,
  type ProductEdit,
} from '../../../features/catalogue/product-edit.ts';
import { type Answer, action, call, Refusal } from '../../action.ts';
import { productChangeLines } from './product-answers.ts';

const cell = (column: string) => (text: string) => readProductCell(column, text);
/** Fields that are typed in the notation of the product CSV. */
const readers = {
  windowHours: readWindow,
  soloEnabled(text: string) {
    if (!['yes', 'no'].includes(text)) throw new Refusal('--solo-enabled is yes or no.');
    return text === 'yes';
  },
  baseUnitName: cell('baseUnitName'),
  sellingUnits: cell('sellingUnits'),
  images: cell('images'),
  specifications: cell('specifications'),
};

function readWindow(text: string): number | null {
  if (text === 'default') return null;
  const hours = readHours(text);
  if (!(hours > 0 && hours <= WINDOW_HOURS_MAX))
    throw new Refusal(`--window-hours: ${hoursMessage(WINDOW_HOURS_MAX)}.`);
  return hours;
}

export const productAddAction = action({
  name: 'product add',
  summary: 'Add a product. It is not on sale until `product activate`.',
  roles: ['ops'],
  key: 'given',
  body: OpsProductAddBody,
  positionals: ['slug'],
  readers,
  console: call(opsAddProduct, OpsProductChangeReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const change = await addProduct(db, slug, editOf(fields), { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is added, not on sale yet.`);
  },
});

export const productEditAction = action({
  name: 'product edit',
  summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...OpsSlugParams.properties, ...OpsProductEditBody.properties }),
  positionals: ['slug'],
  readers,
  console: call(opsEditProduct, OpsProductChangeReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const edit = editOf(fields);
    if (Object.keys(edit).length === 0) throw new Refusal('Nothing to change was given.');
    const change = await editProduct(db, slug, edit, { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is changed.`);
  },
});

/** The import rules check specifications as name and value pairs. */
function editOf({ specifications, ...fields }: Static<typeof OpsProductEditBody>): ProductEdit {
  if (!specifications || Array.isArray(specifications))
    return { ...fields, ...(specifications ? { specifications } : {}) };
  return { ...fields, specifications: Object.entries(specifications) };
}

function answer(change: EditedProduct, isDryRun: boolean, done: string): Answer {
  const kept = change.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : '';
  const lines = ['Dry run. Nothing was saved.', ...productChangeLines(change)];
  return { data: { ...change, isDryRun }, said: isDryRun ? lines.join('\n') : `${done}${kept}` };
}
