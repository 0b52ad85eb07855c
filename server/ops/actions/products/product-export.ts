import { Type } from 'typebox';
import { opsExportProducts } from '#contract/ops-products-endpoints.ts';
import { OpsExportReply } from '#contract/schemas/ops-products.ts';
import { exportCsv } from '../../../features/catalogue/import/import-file.ts';
import { exportProduct } from '../../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../../features/catalogue/product-repository.ts';
import { action, call } from '../../action.ts';

export const productExportAction = action({
  name: 'product export',
  summary: 'All products as `product import` reads them, as JSON or as a table for a spreadsheet.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ csv: Type.Optional(Type.Boolean()) }),
  console: call(opsExportProducts, OpsExportReply, { fixed: { csv: true } }),
  async run({ db }, { csv = false }) {
    const found = await findAllProducts(db);
    return { data: { products: found.map(exportProduct), ...(csv ? { csv: exportCsv(found) } : {}) } };
  },
  print: ({ products, csv }: { products: object[]; csv?: string }) =>
    csv ?? JSON.stringify({ products }, null, 2),
});
