import { opsProducts } from '#contract/ops-products-endpoints.ts';
import { OpsProductsQuery, OpsProductsReply } from '#contract/schemas/ops-products.ts';
import { listProducts } from '../../../features/catalogue/product-operator.ts';
import { action, call } from '../../action.ts';
import { textTable } from '../../command-line/print.ts';

export const productListAction = action({
  name: 'product list',
  summary: 'The products with their prices and open groups; Q: those that have these words in title or slug.',
  roles: ['support', 'ops', 'finance'],
  body: OpsProductsQuery,
  positionals: ['q'],
  console: call(opsProducts, OpsProductsReply),
  async run({ db }, { q = '', status, after, limit = null }) {
    const isActive = status === undefined ? null : status === 'active';
    return { data: await listProducts(db, { isActive, words: q.trim(), after, limit }) };
  },
  print: (products: { picture: unknown }[]) => textTable(products.map(({ picture, ...columns }) => columns)),
});
