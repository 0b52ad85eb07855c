import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply, OpsOptionalReasonBody } from '../schemas/ops/console.ts';
import type * as products from '../schemas/ops/products.ts';
import type { OpsBulkEditProductsBody, OpsBulkEditProductsReply } from '../schemas/ops/products-bulk-edit.ts';

/** A product's address ends with its slug, which may be any word, so all other calls have a different prefix. */

export const opsListProducts = defineGet<{
  query: products.OpsProductsQuery;
  reply: products.OpsProductsReply;
}>('/api/ops/products');
export const opsGetProduct = defineGet<{
  params: products.OpsProductSlugParams;
  reply: products.OpsProductReply;
}>('/api/ops/products/:slug');
export const opsAddProduct = definePost<{
  body: products.OpsAddProductBody;
  reply: products.OpsSaveProductReply;
}>('/api/ops/product-add');
export const opsEditProduct = definePost<{
  params: products.OpsProductSlugParams;
  body: products.OpsEditProductBody;
  reply: products.OpsSaveProductReply;
}>('/api/ops/products/:slug/edit');

export const opsBulkEditProducts = definePost<{
  body: OpsBulkEditProductsBody;
  reply: OpsBulkEditProductsReply;
}>('/api/ops/product-change');

interface ProductOnSaleChange {
  params: products.OpsProductSlugParams;
  body: OpsOptionalReasonBody;
  reply: OpsActionReply;
}
export const opsActivateProduct = definePost<ProductOnSaleChange>('/api/ops/products/:slug/activate');
export const opsDeactivateProduct = definePost<ProductOnSaleChange>('/api/ops/products/:slug/deactivate');

export const opsImportProducts = definePost<{
  body: products.OpsImportProductsBody;
  reply: products.OpsImportProductsReply;
}>('/api/ops/product-import');
export const opsExportProducts = defineGet<{ reply: products.OpsExportProductsReply }>(
  '/api/ops/product-export',
);
/** The request body is the image file itself, `application/octet-stream`. */
export const opsAddProductImage = definePost<{
  query: products.OpsAddProductImageQuery;
  body: Uint8Array;
  reply: products.OpsAddProductImageReply;
}>('/api/ops/pictures');
