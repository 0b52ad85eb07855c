import { Type } from 'typebox';
import * as calls from '#contract/ops/products-endpoints.ts';
import * as schemas from '#contract/schemas/ops/products.ts';
import { formatProductsAsCsv } from '../../../features/catalogue/import/import-file.ts';
import {
  listProductsForOperator,
  readProductForOperator,
  toProductImportFields,
} from '../../../features/catalogue/product-operator.ts';
import { findAllProducts } from '../../../features/catalogue/product-repository.ts';
import { attachSupplierAndCost } from '../../../features/catalogue/product-supply-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';

const productListAction = defineAction({
  name: 'product list',
  summary: 'The products with their prices and open groups; Q: those that have these words in title or slug.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsProductsQuery,
  positionals: ['q'],
  console: defineConsoleEndpoint(calls.opsListProducts, schemas.OpsProductsReply),
  async run({ db }, { q = '', status, after, limit = null }) {
    const isActive = status === undefined ? null : status !== 'inactive';
    const isIncomplete = status === 'incomplete';
    return {
      data: await listProductsForOperator(db, { isActive, isIncomplete, words: q.trim(), after, limit }),
    };
  },
  print: (products: { picture: unknown }[]) =>
    formatTextTable(products.map(({ picture, ...columns }) => columns)),
});

const productShowAction = defineAction({
  name: 'product show',
  summary: 'One product with all its editable fields and its current prices.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsProductSlugParams,
  positionals: ['slug'],
  console: defineConsoleEndpoint(calls.opsGetProduct, schemas.OpsProductReply),
  run: async ({ db }, { slug }) => ({ data: await readProductForOperator(db, slug) }),
});

const productExportAction = defineAction({
  name: 'product export',
  summary: 'All products as `product import` reads them, as JSON or as a table for a spreadsheet.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ csv: Type.Optional(Type.Boolean()) }),
  console: defineConsoleEndpoint(calls.opsExportProducts, schemas.OpsExportProductsReply, {
    fixed: { csv: true },
  }),
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

export const productActions = [productListAction, productShowAction, productExportAction];
