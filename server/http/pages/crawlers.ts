import type { FastifyInstance } from 'fastify';
import { buildProductScreenPath, screenPathPatterns } from '#contract/addresses.ts';

/** Public pages without personal data, which search engines may list. */
const OPEN_SCREENS = [
  screenPathPatterns.home,
  screenPathPatterns.about,
  screenPathPatterns.contact,
  screenPathPatterns.privacy,
  screenPathPatterns.terms,
];
/**
 * Largest number of products in the sitemap file, which may have at most 50,000 URLs.
 * @source sitemaps.org, protocol
 */
const SITEMAP_PRODUCTS_MAX = 50_000 - OPEN_SCREENS.length;
const AN_HOUR = 'public, max-age=3600';

/**
 * Serves `/robots.txt` and `/sitemap.xml`.
 * @param publicUrl origin without a trailing slash.
 * @param listedSlugs slugs of the products on sale.
 */
export function registerCrawlerRoutes(
  app: FastifyInstance,
  publicUrl: string,
  listedSlugs: (limit: number) => Promise<string[]>,
): void {
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /ops\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  app.get('/robots.txt', { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', AN_HOUR).send(robots),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_, reply) => {
    const slugs = await listedSlugs(SITEMAP_PRODUCTS_MAX);
    const paths = [
      ...OPEN_SCREENS,
      ...slugs.map((slug) => buildProductScreenPath(screenPathPatterns.product, slug)),
    ];
    // Origins and slugs have no characters that would need escaping in XML.
    const urls = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`);
    const text = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
      '',
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(text.join('\n'));
  });
}
