import type { FastifyInstance } from 'fastify';
import { getProductBySlug, getShopConfig, listProducts } from '#contract/endpoints.ts';
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import { ShopConfigReply } from '#contract/schemas/config.ts';
import { ProductReply, ProductSlugParams, ProductsQuery, ProductsReply } from '#contract/schemas/product.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { matchesEtag } from '../../http/pages/conditional-get.ts';
import { addApiRoute } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CatalogueService } from './catalogue-service.ts';

export function registerCatalogueRoutes(
  app: FastifyInstance,
  { clock }: { clock: Clock },
  catalogue: CatalogueService,
): void {
  addApiRoute(app, listProducts, {
    summary: 'The products on sale, or those that a search, a category or a stage of their groups leaves',
    auth: 'none',
    schema: { query: ProductsQuery, reply: ProductsReply },
    handler: async ({ query, request, reply }) => {
      const page = await catalogue.listPage({
        page: query.page ?? 1,
        limit: query.limit ?? PRODUCTS_PER_PAGE,
        filter: {
          search: query.q?.trim() ?? '',
          category: query.category?.trim() ?? '',
          stage: query.deals,
        },
      });
      const maxAgeS = Math.max(0, Math.floor((page.freshUntilMs - Date.now()) / 1_000));
      reply
        .header('etag', page.etag)
        .header('cache-control', `public, max-age=${maxAgeS}`)
        .header('x-server-time', clock.now().toISOString());
      if (matchesEtag(request.headers['if-none-match'], page.etag)) return reply.code(304).send() as never;
      // Sends the cached JSON text, so that the shop's most frequent reply is not serialised again for each request.
      return reply.type('application/json; charset=utf-8').send(page.body) as never;
    },
  });

  addApiRoute(app, getProductBySlug, {
    summary: 'One product',
    auth: 'none',
    cache: 'public, no-cache',
    schema: { params: ProductSlugParams, reply: ProductReply },
    handler: async ({ params, reply }) => {
      const product = await catalogue.productBySlug(params.slug);
      if (!product) throw new DomainError('product_not_found');
      const serverTime = clock.now().toISOString();
      reply.header('x-server-time', serverTime);
      return { success: true as const, data: product, serverTime };
    },
  });

  addApiRoute(app, getShopConfig, {
    summary: "The shop's settings",
    auth: 'none',
    cache: 'public, max-age=0, must-revalidate',
    schema: { reply: ShopConfigReply },
    handler: async () => ({ success: true as const, data: await catalogue.shopConfig() }),
  });
}
