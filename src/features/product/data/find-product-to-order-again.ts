import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/schemas/product.ts';
import { isProductNotFoundError } from '../page/ProductLoadError.tsx';
import { hasOnlyCardFields } from './card-data.ts';
import { productBySlugQuery } from './product-by-slug.ts';
import { allProductsQuery } from './product-queries.ts';

/**
 * Finds a product that was bought before, at today's price.
 * @returns `gone` when the shop no longer sells the product; null when the phone is offline and does not know.
 */
export async function findProductToOrderAgain(
  queryClient: QueryClient,
  slug: string,
): Promise<Product | 'gone' | null> {
  const query = productBySlugQuery(slug);
  // Offline the fetch would wait for a connection, so it is skipped.
  if (onlineManager.isOnline()) {
    try {
      const product = await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false });
      return product ?? 'gone';
    } catch (error) {
      if (isProductNotFoundError(error)) return 'gone';
    }
  }
  const saved = queryClient.getQueryData(query.queryKey) ?? findListed(queryClient, slug);
  return saved && !hasOnlyCardFields(saved) ? saved : null;
}

function findListed(queryClient: QueryClient, slug: string): Product | undefined {
  const pages = queryClient.getQueryData(allProductsQuery.queryKey)?.pages ?? [];
  return pages.flatMap(({ data }) => data).find((product) => product.slug === slug);
}
