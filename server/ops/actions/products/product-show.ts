import { opsGetProduct } from '#contract/ops/products-endpoints.ts';
import { OpsProductReply, OpsProductSlugParams } from '#contract/schemas/ops/products.ts';
import { readProductForOperator } from '../../../features/catalogue/product-operator.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const productShowAction = defineAction({
  name: 'product show',
  summary: 'One product with all its editable fields and its current prices.',
  roles: ['support', 'ops', 'finance'],
  body: OpsProductSlugParams,
  positionals: ['slug'],
  console: defineConsoleEndpoint(opsGetProduct, OpsProductReply),
  run: async ({ db }, { slug }) => ({ data: await readProductForOperator(db, slug) }),
});
