import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { GROUP_DURATION_HOURS_MAX, IMAGE_FILE_BYTES_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops/products-endpoints.ts';
import { formatHoursError, parseCount, parseHours, parseNaira } from '#contract/rules/money/amount.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import { OpsActionReply, OpsOptionalReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/products.ts';
import {
  OpsBulkEditProductsBody,
  OpsBulkEditProductsReply,
} from '#contract/schemas/ops/products-bulk-edit.ts';
import { storeProductImage } from '../../../features/catalogue/images/product-images.ts';
import { parseProductCsvCell } from '../../../features/catalogue/import/product-csv.ts';
import { bulkEditProducts } from '../../../features/catalogue/product-bulk-edit.ts';
import {
  addProduct,
  editProduct,
  type ProductEditFields,
  type ProductEditResult,
} from '../../../features/catalogue/product-edit.ts';
import { setProductOnSale } from '../../../features/catalogue/product-operator.ts';
import {
  ActionRefusedError,
  type ActionResult,
  defineAction,
  defineConsoleEndpoint,
  defineConsoleUploadEndpoint,
  type OperatorAction,
} from '../../action.ts';
import {
  createInvalidImageHandler,
  createYesNoParser,
  formatProductChangeLines,
} from './product-action-helpers.ts';

const cell = (column: string) => (text: string) => parseProductCsvCell(column, text);
/** Parsers of the fields that operators type in the notation of the product CSV. */
const readers = {
  windowHours: readWindow,
  maxUnitsPerPerson: orNone(parseCount),
  cost: orNone(parseNaira),
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
    throw new ActionRefusedError(`--window-hours: ${formatHoursError(GROUP_DURATION_HOURS_MAX)}.`);
  return hours;
}

function orNone(parse: (text: string) => number) {
  return (text: string): number | null => (text === 'none' ? null : parse(text));
}

const productAddAction = defineAction({
  name: 'product add',
  summary: 'Add a product. It is not on sale until `product activate`.',
  roles: ['ops'],
  key: 'given',
  body: schemas.OpsAddProductBody,
  positionals: ['slug'],
  readers,
  console: defineConsoleEndpoint(calls.opsAddProduct, schemas.OpsProductChangeReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const change = await addProduct(db, slug, editOf(fields), { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is added, not on sale yet.`);
  },
});

const productEditAction = defineAction({
  name: 'product edit',
  summary: 'Change a product. A group that can be joined keeps its price and minimum until it closes.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...schemas.OpsProductSlugParams.properties, ...schemas.OpsEditProductBody.properties }),
  positionals: ['slug'],
  readers,
  console: defineConsoleEndpoint(calls.opsEditProduct, schemas.OpsProductChangeReply),
  async run({ db, actor, key }, { slug, dryRun: isDryRun = false, ...fields }) {
    const edit = editOf(fields);
    if (Object.keys(edit).length === 0) throw new ActionRefusedError('Nothing to change was given.');
    const change = await editProduct(db, slug, edit, { actor, key, isDryRun });
    return answer(change, isDryRun, `${slug} is changed.`);
  },
});

/** Converts the specifications to pairs of name and value, the form that the import's validation rules expect. */
function editOf({ specifications, ...fields }: Static<typeof schemas.OpsEditProductBody>): ProductEditFields {
  if (!specifications || Array.isArray(specifications))
    return { ...fields, ...(specifications ? { specifications } : {}) };
  return { ...fields, specifications: Object.entries(specifications) };
}

function answer(change: ProductEditResult, isDryRun: boolean, done: string): ActionResult {
  const kept = change.isKeptInGroup ? ' Its open group keeps the price and minimum it opened with.' : '';
  const lines = ['Dry run. Nothing was saved.', ...formatProductChangeLines(change)];
  return { data: { ...change, isDryRun }, said: isDryRun ? lines.join('\n') : `${done}${kept}` };
}

const productBulkEditAction = defineAction({
  name: 'product change',
  summary:
    'Change several products alike. --percent changes every price of each, rounded to whole naira. Open groups keep their price.',
  roles: ['ops'],
  key: 'given',
  body: OpsBulkEditProductsBody,
  positionals: ['slugs'],
  readers: {
    percent: readPercent,
    active: createYesNoParser('--active'),
    maxUnitsPerPerson: (text) => (text === 'none' ? null : parseCount(text)),
  },
  console: defineConsoleEndpoint(calls.opsBulkEditProducts, OpsBulkEditProductsReply),
  async run({ db, actor, key }, { slugs, dryRun: isDryRun = false, ...change }) {
    if (Object.keys(change).length === 0) throw new ActionRefusedError('Nothing to change was given.');
    if (change.price !== undefined && change.percent !== undefined)
      throw new ActionRefusedError('Give a price or a percentage, not both.');
    const changes = await bulkEditProducts(db, slugs, change, { actor, key, isDryRun });
    if (changes.length === 0 && !isDryRun) throw new ActionRefusedError('These products are already so.');
    return {
      data: { changes, isDryRun },
      said: isDryRun
        ? ['Dry run. Nothing was saved.', ...changes.flatMap(formatProductChangeLines)].join('\n')
        : `${changes.length} of ${slugs.length} products changed.`,
    };
  },
});

function readPercent(text: string): number {
  if (!/^[+-]?\d{1,3}$/.test(text))
    throw new ActionRefusedError('--percent is a whole number, for example 10 or -5.');
  return Number(text);
}

const productImageAddAction = defineAction({
  name: 'picture add',
  summary: 'Upload an image that products can then use.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({ ...schemas.OpsAddProductImageQuery.properties, bytes: Type.Unsafe<Buffer>({}) }),
  file: { name: 'name', content: 'bytes', maxBytes: IMAGE_FILE_BYTES_MAX },
  console: defineConsoleUploadEndpoint(
    calls.opsAddProductImage,
    schemas.OpsAddProductImageReply,
    IMAGE_FILE_BYTES_MAX,
  ),
  async run({ db, config, actor }, { name: given, bytes: master }) {
    const name = normalizeImageFileName(given);
    const folder = join(config.dataDir, 'pictures');
    const { hash, width, height, tone, isNew } = await storeProductImage(db, {
      name,
      master,
      folder,
      actor,
    }).catch(createInvalidImageHandler(given, folder));
    return { data: { name, hash, width, height, tone, isNew } };
  },
});

const productActivateAction = switchOf('activate', 'Put a product on sale.');
const productDeactivateAction = switchOf('deactivate', 'Take a product off sale. Its open groups continue.');

function switchOf(verb: 'activate' | 'deactivate', summary: string): OperatorAction {
  const active = verb === 'activate';
  return defineAction({
    name: `product ${verb}`,
    summary,
    roles: ['ops'],
    key: 'given',
    body: Type.Object({ ...schemas.OpsProductSlugParams.properties, ...OpsOptionalReasonBody.properties }),
    positionals: ['slug'],
    console: defineConsoleEndpoint(
      active ? calls.opsActivateProduct : calls.opsDeactivateProduct,
      OpsActionReply,
    ),
    async run({ db, actor, key }, { slug, reason }) {
      await setProductOnSale(db, slug, active, { actor, key, ...(reason ? { reason } : {}) });
      return { data: { slug, active } };
    },
  });
}

export const productEditActions = [
  productAddAction,
  productEditAction,
  productBulkEditAction,
  productImageAddAction,
  productActivateAction,
  productDeactivateAction,
];
