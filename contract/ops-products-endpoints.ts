import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsOptionalReasonBody } from './schemas/ops.ts';
import type {
  OpsExportReply,
  OpsImportBody,
  OpsImportReply,
  OpsPictureQuery,
  OpsPictureReply,
  OpsProductAddBody,
  OpsProductChangeReply,
  OpsProductEditBody,
  OpsProductReply,
  OpsProductsQuery,
  OpsProductsReply,
  OpsSlugParams,
} from './schemas/ops-products.ts';

/** A slug may be any word, so the paths that are not products have a different prefix. */

export const opsProducts = endpoint<{ query: OpsProductsQuery; reply: OpsProductsReply }>(
  'GET',
  '/api/ops/products',
);
export const opsProduct = endpoint<{ params: OpsSlugParams; reply: OpsProductReply }>(
  'GET',
  '/api/ops/products/:slug',
);
export const opsAddProduct = endpoint<{ body: OpsProductAddBody; reply: OpsProductChangeReply }>(
  'POST',
  '/api/ops/product-add',
);
export const opsEditProduct = endpoint<{
  params: OpsSlugParams;
  body: OpsProductEditBody;
  reply: OpsProductChangeReply;
}>('POST', '/api/ops/products/:slug/edit');

interface Switch {
  params: OpsSlugParams;
  body: OpsOptionalReasonBody;
  reply: OpsActionReply;
}
export const opsActivateProduct = endpoint<Switch>('POST', '/api/ops/products/:slug/activate');
export const opsDeactivateProduct = endpoint<Switch>('POST', '/api/ops/products/:slug/deactivate');

export const opsImportProducts = endpoint<{ body: OpsImportBody; reply: OpsImportReply }>(
  'POST',
  '/api/ops/product-import',
);
export const opsExportProducts = endpoint<{ reply: OpsExportReply }>('GET', '/api/ops/product-export');
/** The body is the file's bytes, `application/octet-stream`. */
export const opsAddPicture = endpoint<{ query: OpsPictureQuery; body: Uint8Array; reply: OpsPictureReply }>(
  'POST',
  '/api/ops/pictures',
);
