import { opsProduct } from '#contract/ops-products-endpoints.ts';
import { OpsProductReply, OpsSlugParams } from '#contract/schemas/ops-products.ts';
import { readProductForOperator } from '../../../features/catalogue/product-operator.ts';
import { action, call } from '../../action.ts';

export const productShowAction = action({
  name: 'product show',
  summary: 'One product with all its editable fields and its current prices.',
  roles: ['support', 'ops', 'finance'],
  body: OpsSlugParams,
  positionals: ['slug'],
  console: call(opsProduct, OpsProductReply),
  run: async ({ db }, { slug }) => ({ data: await readProductForOperator(db, slug) }),
});
