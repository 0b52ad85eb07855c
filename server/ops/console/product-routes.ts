import type { FastifyInstance } from 'fastify';
import { IMPORT_TEXT_MAX, PICTURE_MAX_BYTES } from '#contract/limits.ts';
import * as endpoints from '#contract/ops-products-endpoints.ts';
import { OpsActReply, OpsMayReasonBody } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-products.ts';
import { writeProductCell } from '../../features/catalogue/import/product-csv.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

const PAGE = 50;
const BYTES = 'application/octet-stream';
/** Letters of two bytes and more, and the marks of JSON. */
const IMPORT_BODY_MAX_BYTES = 3 * IMPORT_TEXT_MAX;

const SWITCHES = [
  ['product activate', endpoints.opsActivateProduct],
  ['product deactivate', endpoints.opsDeactivateProduct],
] as const;

export function registerProductRoutes(app: FastifyInstance, deps: OpsDeps): void {
  const params = schemas.OpsSlugParams;
  commandRoute(app, deps, endpoints.opsProducts, {
    command: 'product list',
    schema: { query: schemas.OpsProductsQuery, reply: schemas.OpsProductsReply },
    args: ({ query: { q, status, after, limit = PAGE } }) => ({
      words: q ? [q] : [],
      options: optionsOf({ after, limit, ...(status ? { [status]: 'true' } : {}) }),
    }),
  });
  commandRoute(app, deps, endpoints.opsProduct, {
    command: 'product show',
    schema: { params, reply: schemas.OpsProductReply },
    args: ({ params: { slug } }) => ({ words: [slug] }),
  });
  commandRoute(app, deps, endpoints.opsAddProduct, {
    command: 'product add',
    schema: { body: schemas.OpsProductAddBody, reply: schemas.OpsProductChangeReply },
    args: ({ body: { slug, ...edit } }) => ({ words: [slug], options: editOptions(edit) }),
  });
  commandRoute(app, deps, endpoints.opsEditProduct, {
    command: 'product edit',
    schema: { params, body: schemas.OpsProductEditBody, reply: schemas.OpsProductChangeReply },
    args: ({ params: { slug }, body }) => ({ words: [slug], options: editOptions(body) }),
  });
  for (const [command, endpoint] of SWITCHES)
    commandRoute(app, deps, endpoint, {
      command,
      schema: { params, body: OpsMayReasonBody, reply: OpsActReply },
      args: ({ params: { slug }, body }) => ({ words: [slug], options: optionsOf(body) }),
    });
  commandRoute(app, deps, endpoints.opsExportProducts, {
    command: 'product export',
    schema: { reply: schemas.OpsExportReply },
    args: () => ({ options: { csv: 'true' } }),
  });
  commandRoute(app, deps, endpoints.opsImportProducts, {
    command: 'product import',
    schema: { body: schemas.OpsImportBody, reply: schemas.OpsImportReply },
    bodyLimit: IMPORT_BODY_MAX_BYTES,
    args: ({ body: { fileName, text, dryRun } }) => ({
      words: [fileName],
      options: dryRun ? { 'dry-run': 'true' } : {},
      files: new Map([[fileName, Buffer.from(text)]]),
    }),
  });
  registerPictures(app, deps);
}

/** Bytes are taken by this one call, and after the door. */
function registerPictures(app: FastifyInstance, deps: OpsDeps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(BYTES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    commandRoute(scope, deps, endpoints.opsAddPicture, {
      command: 'picture add',
      schema: { query: schemas.OpsPictureQuery, reply: schemas.OpsPictureReply },
      bodyLimit: PICTURE_MAX_BYTES,
      args: ({ query: { name }, body }) => {
        if (!Buffer.isBuffer(body)) throw new DomainError('bad_request', `The file is sent as ${BYTES}.`);
        return { words: [name], files: new Map([[name, body]]) };
      },
    });
  });
}

/** The fields as the command line takes them: lists as the cells of a table. */
function editOptions(edit: schemas.OpsProductEditBody): Record<string, string> {
  const { title, description, category, price, basePrice, minimumViableUnits, windowHours } = edit;
  const { soloEnabled, baseUnitName, sellingUnits, images, specifications, dryRun } = edit;
  return optionsOf({
    title,
    description,
    category,
    price,
    'base-price': basePrice,
    'min-units': minimumViableUnits,
    'window-hours': windowHours === null ? 'default' : windowHours,
    solo: soloEnabled === undefined ? undefined : soloEnabled ? 'yes' : 'no',
    'base-unit': baseUnitName,
    units: sellingUnits && writeProductCell('sellingUnits', sellingUnits),
    images: images && writeProductCell('images', images),
    specifications: specifications && writeProductCell('specifications', specifications),
    'dry-run': dryRun ? 'true' : undefined,
  });
}
