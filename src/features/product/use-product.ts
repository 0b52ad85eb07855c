import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import { isCard } from './card-data.ts';
import { productBySlug, productList } from './product-queries.ts';

/** A product as the home page's list brought it: as old as the list, and whole or what its card shows. */
export interface ListedProduct {
  product: Product;
  /** The server's time in the list's answer, and the phone's when it came, milliseconds. */
  serverTime: string;
  receivedAtMs: number;
}

/** The product of an address. One that the list has is there at once, with or without a line. */
export function useProduct(slug: string) {
  const listed = useListed(slug);
  const whole = listed && !isCard(listed.product) ? listed : null;
  const query = useQuery({
    ...productBySlug(slug),
    initialData: () => whole?.product,
    initialDataUpdatedAt: () => whole?.receivedAtMs,
  });
  return { ...query, listed };
}

function useListed(slug: string): ListedProduct | null {
  const queryClient = useQueryClient();
  // Not as one of the list's observers: the last of them that goes breaks off what the list has just asked for.
  const follow = useCallback(
    (tell: () => void) => queryClient.getQueryCache().subscribe(tell),
    [queryClient],
  );
  const read = () => queryClient.getQueryState(productList.queryKey);
  const list = useSyncExternalStore(follow, read, read);
  for (const { data: products, serverTime } of list?.data?.pages ?? []) {
    const product = products.find((each) => each.slug === slug);
    if (product) return { product, serverTime, receivedAtMs: list?.dataUpdatedAt ?? 0 };
  }
  return null;
}
