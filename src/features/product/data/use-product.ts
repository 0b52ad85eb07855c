import { useQuery } from '@tanstack/react-query';
import type { Product } from '#contract/schemas/product.ts';
import { useQueryCacheValue } from '../../../lib/query/use-query-cache-value.ts';
import { hasOnlyCardFields } from './card-data.ts';
import { productBySlugQuery } from './product-by-slug.ts';
import { allProductsQuery } from './product-queries.ts';

/** A product and the time when it was fetched. A product from the list may have only the fields of its card. */
export interface ProductWithFetchTime {
  product: Product;
  /** Time of the response by the server's and by the phone's clock (ms). */
  serverTime: string;
  receivedAtMs: number;
}

/** Returns a product by its slug. A product that is in the list shows at once, also offline. */
export function useProduct(slug: string) {
  const listed = useListed(slug);
  const whole = listed && !hasOnlyCardFields(listed.product) ? listed : null;
  const query = useQuery({
    ...productBySlugQuery(slug),
    initialData: () => whole?.product,
    initialDataUpdatedAt: () => whole?.receivedAtMs,
  });
  const { data, dataUpdatedAt } = query;
  const answered = data?.serverTime
    ? { product: data, serverTime: data.serverTime, receivedAtMs: dataUpdatedAt }
    : null;
  /** The product is in two responses, its own and the list's. The newer one has the current state of its group. */
  const newest = answered && answered.receivedAtMs >= (listed?.receivedAtMs ?? 0) ? answered : listed;
  return { ...query, listed, newest };
}

function useListed(slug: string): ProductWithFetchTime | null {
  // Reads the cache and not the query, because unmounting the query's last subscriber would abort its running fetch.
  const list = useQueryCacheValue((queryClient) => queryClient.getQueryState(allProductsQuery.queryKey));
  for (const { data: products, serverTime } of list?.data?.pages ?? []) {
    const product = products.find((each) => each.slug === slug);
    if (product) return { product, serverTime, receivedAtMs: list?.dataUpdatedAt ?? 0 };
  }
  return null;
}
