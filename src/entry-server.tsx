import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { screenPathPatterns } from '#contract/addresses.ts';
import { getScreenChunkName } from '#contract/chunks.ts';
import type { PageDataSource, PageRenderer, RenderedPage } from '#contract/page.ts';
import { type GroupInvitationLink, parseGroupInvitation } from '#contract/rules/group/group-invitation.ts';
import { type ProductFilter, parseProductFilter } from '#contract/rules/product/product-filter.ts';
import { parseSlugFromPathSegment } from '#contract/rules/product/product-slug.ts';
import { App } from './app/App.tsx';
import { createQueryClient } from './app/data/query-client.ts';
import { type AppRoute, matchRoute } from './app/routing/route-table.ts';
import { groupQueryKeys } from './features/group/group-queries.ts';
import { trimProductsToCards } from './features/product/data/card-data.ts';
import { persistedProductListQueries, productQueryKeys } from './features/product/data/product-keys.ts';
import type { ProductListPages } from './features/product/data/product-list.ts';
import { RELATED_PRODUCTS_COUNT, relatedProductsQuery } from './features/product/data/related-products.ts';
import { FIRST_REVIEWS_PAGE_CURSOR, productReviewsQuery } from './features/reviews/review-queries.ts';
import { screenPaths } from './lib/paths.ts';
import { pickupCentresQuery } from './lib/query/pickup-centres.ts';
import { shopConfigQueryKey } from './lib/query/shop-config.ts';
import { AppServices } from './lib/react/services.ts';

/** Matches the page's `<title>`, `<meta>` and `<link>`, which React puts first in its output. */
const HOISTED = /^(?:<(?:link|meta)[^>]*>|<title>[^<]*<\/title>)*/;

/** Implements `PageRenderer.renderPage`. */
export const renderPage: PageRenderer['renderPage'] = async (url, dataSource) => {
  const { pathname, search } = new URL(url, 'http://page.local');
  const matched = matchRoute(pathname);
  if (matched?.route.access !== 'public') return null;
  const { route } = matched;
  const { slug: shared = '' } = matched.params;
  const slug = parseSlugFromPathSegment(shared);
  if (route.path === screenPathPatterns.listing)
    return redirect(slug ? screenPaths.product(slug) : screenPaths.home);
  if (slug !== shared) {
    const isThere = slug !== '' && (await dataSource.productBySlug(slug)) !== null;
    return redirect(isThere ? screenPaths.product(slug) : screenPaths.home);
  }

  const queryClient = createQueryClient();
  const filter = parseProductFilter(new URLSearchParams(search));
  const invitation = parseGroupInvitation(new URLSearchParams(search));
  const request = { slug, filter, invitation };
  const [status] = await Promise.all([fill(queryClient, route, request, dataSource), route.preload()]);
  const html = renderToString(
    <StaticRouter location={url}>
      <App queryClient={queryClient} services={new AppServices()} />
    </StaticRouter>,
  );
  const head = HOISTED.exec(html)?.[0] ?? '';
  const page = {
    status,
    head,
    body: html.slice(head.length),
    data: inlined(queryClient),
    chunk: getScreenChunkName(route.name),
  };
  queryClient.clear();
  return page;
};

interface RenderRequest {
  slug: string;
  filter: ProductFilter;
  invitation: GroupInvitationLink | null;
}

/** Fetches the route's data. @returns the HTTP status of the page: 404 for an unknown product. */
async function fill(
  queryClient: QueryClient,
  route: AppRoute,
  request: RenderRequest,
  dataSource: PageDataSource,
): Promise<number> {
  const [status] = await Promise.all([
    fillRoute(queryClient, route, request, dataSource),
    dataSource.config().then((data) => queryClient.setQueryData(shopConfigQueryKey, data)),
  ]);
  return status;
}

async function fillRoute(
  queryClient: QueryClient,
  route: AppRoute,
  { slug, filter, invitation }: RenderRequest,
  dataSource: PageDataSource,
): Promise<number> {
  let status = 200;
  if (route.path === screenPathPatterns.home) {
    const page = await dataSource.products(filter);
    queryClient.setQueryData(productQueryKeys.filtered(filter), { pages: [page], pageParams: [1] });
  }
  if (route.path === screenPathPatterns.product) {
    const product = await dataSource.productBySlug(slug);
    queryClient.setQueryData(productQueryKeys.bySlug(slug), product);
    if (product) {
      const { category } = product;
      const [progress, reviews, centres] = await Promise.all([
        dataSource.groupProgress(product._id),
        dataSource.productReviews(product._id),
        dataSource.pickupCentres(),
        category !== '' && fillMoreOfCategory(queryClient, category, dataSource),
      ]);
      queryClient.setQueryData(groupQueryKeys.progress(product._id), progress);
      queryClient.setQueryData(pickupCentresQuery().queryKey, centres);
      queryClient.setQueryData(productReviewsQuery(product._id).queryKey, {
        pages: [reviews],
        pageParams: [FIRST_REVIEWS_PAGE_CURSOR],
      });
      if (invitation) {
        const key = groupQueryKeys.invitation(invitation.groupId);
        queryClient.setQueryData(key, await dataSource.groupInvitation(invitation));
      }
    } else {
      status = 404;
    }
  }
  return status;
}

/**
 * Fetches the first products of the same category, from the category's whole first page, which the server has cached.
 */
async function fillMoreOfCategory(
  queryClient: QueryClient,
  category: string,
  dataSource: PageDataSource,
): Promise<void> {
  const { categories: _, ...page } = await dataSource.products({ search: '', category });
  queryClient.setQueryData(relatedProductsQuery(category).queryKey, {
    pages: [{ ...page, data: page.data.slice(0, RELATED_PRODUCTS_COUNT) }],
    pageParams: [1],
  });
}

/** Serialises the data without times. A phone whose clock is ahead would otherwise fetch everything again. */
function inlined(queryClient: QueryClient): string {
  const entries = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined)
    .map(({ queryKey, state }) => [
      queryKey,
      queryKey[1] === persistedProductListQueries.name
        ? trimProductsToCards(state.data as ProductListPages)
        : state.data,
    ]);
  return JSON.stringify(entries).replaceAll('<', '\\u003c');
}

function redirect(location: string): RenderedPage {
  return { status: 301, location, head: '', body: '', data: '[]', chunk: getScreenChunkName('home') };
}
