import { type Static, Type } from 'typebox';
import { GROUP_DURATION_HOURS_MAX, PRICE_MAX_NAIRA } from '#contract/limits.ts';
import { opsAddProduct, opsEditProduct } from '#contract/ops/products-endpoints.ts';
import { formatHoursInputError, parseHours, parseNaira } from '#contract/rules/text/number-input.ts';
import {
  OpsAddProductBody,
  OpsEditProductBody,
  OpsProductSlugParams,
  OpsSaveProductReply,
} from '#contract/schemas/ops/products.ts';
import { parseProductCsvCell } from '../../../features/catalogue/import/product-csv.ts';
import {
  addProduct,
  editProduct,
  type ProductEditFields,
  type ProductEditResult,
} from '../../../features/catalogue/product-edit.ts';
import { ActionRefusedError, type ActionResult, defineAction, defineConsoleEndpoint } from '../../action.ts';
import {
  createOptionalNumberParser,
  createYesNoParser,
  formatProductChangeLines,
  parseMaxUnitsPerPerson,
} from './product-action-helpers.ts';

const cell = (column: string) => (text: string) => parseProductCsvCell(column, text);
/** Parsers of the fields that operators type as in a CSV file of products. */
const readers = {
  windowHours: readWindow,
  maxUnitsPerPerson: parseMaxUnitsPerPerson,
  cost: createOptionalNumberParser('--cost', parseNaira, PRICE_MAX_NAIRA),
  soloEnabled: createYesNoParser('--solo-enabled'),
  baseUnitName: cell('baseUnitName'),
  sellingUnits: cell('sellingUnits'),
  images: cell('images'),
  specifications: cell('specifications'),
};

function readWindow(text: string): number | null {
  if (text === 'default') return null;
  const hours = parseHours(text);
  if (!(hours > 0 && hours <= GROUP_DURATION_HOURS_MAX))
    throw new ActionRefusedError(`--window-hours: ${formatHoursInputError(GROUP_DURATION_HOURS_MAX)}.`);
  return hours;
}

export const productAddAction = defineAction({
  name: 'product add',
  summary: 'Add a product. It is not on sale until `product activate`.',
  roles: ['ops'],
  key: 'given',
  body: OpsAddProductBody,
  positionals: ['slug'],
  readers,
  console: defineConsoleEndpoint(opsAddProduct, OpsSaveProductReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const change = await addProduct(db, slug, editOf(fields), { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is added, not on sale yet.`);
  },
});

export const productEditAction = defineAction({
  name: 'product edit',
  summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...OpsProductSlugParams.properties, ...OpsEditProductBody.properties }),
  positionals: ['slug'],
  readers,
  console: defineConsoleEndpoint(opsEditProduct, OpsSaveProductReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const edit = editOf(fields);
    if (Object.keys(edit).length === 0) throw new ActionRefusedError('Nothing to change was given.');
    const change = await editProduct(db, slug, edit, { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is changed.`);
  },
});

/** Converts the specifications to pairs of name and value, the form that the import's validation rules expect. */
function editOf({ specifications, ...fields }: Static<typeof OpsEditProductBody>): ProductEditFields {
  if (!specifications || Array.isArray(specifications))
    return { ...fields, ...(specifications ? { specifications } : {}) };
  return { ...fields, specifications: Object.entries(specifications) };
}

function answer(change: ProductEditResult, isDryRun: boolean, done: string): ActionResult {
  const note = change.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : '';
  const lines = ['Dry run. Nothing was saved.', ...formatProductChangeLines(change)];
  return { data: { ...change, isDryRun }, text: isDryRun ? lines.join('\n') : `${done}${note}` };
}
