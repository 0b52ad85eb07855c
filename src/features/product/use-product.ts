import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import { hasOnlyCardData } from './card-data.ts';
import { productBySlugQuery } from './product-by-slug.ts';
import { productListQuery } from './product-queries.ts';

/** Holds a product and when it was fetched; from the list it may be card data only. */
export interface FetchedProduct {
  product: Product;
  /** Server and phone time (ms) of the response. */
  serverTime: string;
  receivedAtMs: number;
}

/** Returns a product by slug. A product of the list shows at once, also offline. */
export function useProduct(slug: string) {
  const listed = useListed(slug);
  const whole = listed && !hasOnlyCardData(listed.product) ? listed : null;
  const query = useQuery({
    ...productBySlugQuery(slug),
    initialData: () => whole?.product,
    initialDataUpdatedAt: () => whole?.receivedAtMs,
  });
  const { data, dataUpdatedAt } = query;
  const answered = data?.serverTime
    ? { product: data, serverTime: data.serverTime, receivedAtMs: dataUpdatedAt }
    : null;
  /** The newer of the two responses has the current state of the group. */
  const told = answered && answered.receivedAtMs >= (listed?.receivedAtMs ?? 0) ? answered : listed;
  return { ...query, listed, told };
}

function useListed(slug: string): FetchedProduct | null {
  const queryClient = useQueryClient();
  // Reads the cache without an observer: when a query's last observer unsubscribes, its running fetch is aborted.
  const follow = useCallback(
    (tell: () => void) => queryClient.getQueryCache().subscribe(tell),
    [queryClient],
  );
  const read = () => queryClient.getQueryState(productListQuery.queryKey);
  const list = useSyncExternalStore(follow, read, read);
  for (const { data: products, serverTime } of list?.data?.pages ?? []) {
    const product = products.find((each) => each.slug === slug);
    if (product) return { product, serverTime, receivedAtMs: list?.dataUpdatedAt ?? 0 };
  }
  return null;
}
