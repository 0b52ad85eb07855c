import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import { isCard } from './card-data.ts';
import { productBySlug, productList } from './product-queries.ts';

/** A product with the date of its answer; as the list brought it, whole or what its card shows. */
export interface DatedProduct {
  product: Product;
  /** The server's time in the answer, and the phone's when it came, milliseconds. */
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
  const { data, dataUpdatedAt } = query;
  const answered = data?.serverTime
    ? { product: data, serverTime: data.serverTime, receivedAtMs: dataUpdatedAt }
    : null;
  /** What its group was when the younger of the two was told. */
  const told = answered && answered.receivedAtMs >= (listed?.receivedAtMs ?? 0) ? answered : listed;
  return { ...query, listed, told };
}

function useListed(slug: string): DatedProduct | null {
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
