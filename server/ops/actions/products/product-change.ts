import { opsBulkEditProducts } from '#contract/ops/products-endpoints.ts';
import { PERCENT_INPUT_ERROR, PERCENT_RANGE } from '#contract/rules/text/number-input.ts';
import {
  OpsBulkEditProductsBody,
  OpsBulkEditProductsReply,
} from '#contract/schemas/ops/products-bulk-edit.ts';
import { bulkEditProducts } from '../../../features/catalogue/product-bulk-edit.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import {
  createYesNoParser,
  formatProductChangeLines,
  parseMaxUnitsPerPerson,
} from './product-action-helpers.ts';

export const productBulkEditAction = defineAction({
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
    maxUnitsPerPerson: parseMaxUnitsPerPerson,
  },
  console: defineConsoleEndpoint(opsBulkEditProducts, OpsBulkEditProductsReply),
  async run({ db, actor, key }, { slugs, dryRun: isDryRun = false, ...change }) {
    if (Object.keys(change).length === 0) throw new ActionRefusedError('Nothing to change was given.');
    if (change.price !== undefined && change.percent !== undefined)
      throw new ActionRefusedError('Give a price or a percentage, not both.');
    const changes = await bulkEditProducts(db, slugs, change, { actor, key, isDryRun });
    if (changes.length === 0 && !isDryRun) throw new ActionRefusedError('These products are already so.');
    return {
      data: { changes, isDryRun },
      text: isDryRun
        ? ['Dry run. Nothing was saved.', ...changes.flatMap(formatProductChangeLines)].join('\n')
        : `${changes.length} of ${slugs.length} products changed.`,
    };
  },
});

function readPercent(text: string): number {
  const percent = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (percent >= PERCENT_RANGE.minimum && percent <= PERCENT_RANGE.maximum) return percent;
  throw new ActionRefusedError(PERCENT_INPUT_ERROR);
}
