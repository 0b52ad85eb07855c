import { Type } from 'typebox';
import { opsExportProducts } from '#contract/ops/products-endpoints.ts';
import { OpsExportProductsReply } from '#contract/schemas/ops/products.ts';
import { formatProductsAsCsv } from '../../../features/catalogue/import/import-file.ts';
import { toProductImportFields } from '../../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../../features/catalogue/product-repository.ts';
import { attachSupplierAndCost } from '../../../features/catalogue/product-supply-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const productExportAction = defineAction({
  name: 'product export',
  summary: 'All products as `product import` reads them, as JSON or as a table for a spreadsheet.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ csv: Type.Optional(Type.Boolean()) }),
  console: defineConsoleEndpoint(opsExportProducts, OpsExportProductsReply, { fixed: { csv: true } }),
  async run({ db }, { csv = false }) {
    const found = await attachSupplierAndCost(db, await findAllProducts(db));
    return {
      data: {
        products: found.map(toProductImportFields),
        ...(csv ? { csv: formatProductsAsCsv(found) } : {}),
      },
    };
  },
  print: ({ products, csv }: { products: object[]; csv?: string }) =>
    csv ?? JSON.stringify({ products }, null, 2),
});
