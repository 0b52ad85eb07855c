import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsOptionalReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsAddProductBody,
  OpsAddProductImageQuery,
  OpsAddProductImageReply,
  OpsEditProductBody,
  OpsExportProductsReply,
  OpsImportProductsBody,
  OpsImportProductsReply,
  OpsProductChangeReply,
  OpsProductReply,
  OpsProductSlugParams,
  OpsProductsQuery,
  OpsProductsReply,
} from '../schemas/ops/products.ts';
import type { OpsBulkEditProductsBody, OpsBulkEditProductsReply } from '../schemas/ops/products-bulk-edit.ts';

/** A product's address ends with its slug, which may be any word, so all other calls have a different prefix. */

export const opsListProducts = defineEndpoint<{ query: OpsProductsQuery; reply: OpsProductsReply }>(
  'GET',
  '/api/ops/products',
);
export const opsGetProduct = defineEndpoint<{ params: OpsProductSlugParams; reply: OpsProductReply }>(
  'GET',
  '/api/ops/products/:slug',
);
export const opsAddProduct = defineEndpoint<{ body: OpsAddProductBody; reply: OpsProductChangeReply }>(
  'POST',
  '/api/ops/product-add',
);
export const opsEditProduct = defineEndpoint<{
  params: OpsProductSlugParams;
  body: OpsEditProductBody;
  reply: OpsProductChangeReply;
}>('POST', '/api/ops/products/:slug/edit');

export const opsBulkEditProducts = defineEndpoint<{
  body: OpsBulkEditProductsBody;
  reply: OpsBulkEditProductsReply;
}>('POST', '/api/ops/product-change');

interface Switch {
  params: OpsProductSlugParams;
  body: OpsOptionalReasonBody;
  reply: OpsActionReply;
}
export const opsActivateProduct = defineEndpoint<Switch>('POST', '/api/ops/products/:slug/activate');
export const opsDeactivateProduct = defineEndpoint<Switch>('POST', '/api/ops/products/:slug/deactivate');

export const opsImportProducts = defineEndpoint<{
  body: OpsImportProductsBody;
  reply: OpsImportProductsReply;
}>('POST', '/api/ops/product-import');
export const opsExportProducts = defineEndpoint<{ reply: OpsExportProductsReply }>(
  'GET',
  '/api/ops/product-export',
);
/** The request body is the image file itself, `application/octet-stream`. */
export const opsAddProductImage = defineEndpoint<{
  query: OpsAddProductImageQuery;
  body: Uint8Array;
  reply: OpsAddProductImageReply;
}>('POST', '/api/ops/pictures');
