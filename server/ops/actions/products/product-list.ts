import { opsListProducts } from '#contract/ops/products-endpoints.ts';
import { OpsProductsQuery, OpsProductsReply } from '#contract/schemas/ops/products.ts';
import { listProductsForOperator } from '../../../features/catalogue/product-operator.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { requireNamedRecords } from '../named-records.ts';

export const productListAction = defineAction({
  name: 'product list',
  summary: 'The products with their prices and open groups; Q: those that have these words in title or slug.',
  roles: ['support', 'ops', 'finance'],
  body: OpsProductsQuery,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsListProducts, OpsProductsReply),
  async run(context, { q = '', status, after, limit = null }) {
    const isActive = status === undefined ? null : status !== 'inactive';
    const isIncomplete = status === 'incomplete';
    await requireNamedRecords(context, { product: after });
    return {
      data: await listProductsForOperator(context.db, {
        isActive,
        isIncomplete,
        words: q.trim(),
        after,
        limit,
      }),
    };
  },
  print: (products: { picture: unknown }[]) =>
    formatTextTable(products.map(({ picture, ...columns }) => columns)),
});
