import type { QueryClient } from '@tanstack/react-query';
import { hasCards } from './card-data.ts';
import type { ProductPages } from './product-list.ts';
import { productList } from './product-queries.ts';

/**
 * Asks for the list whole, where a rendered page brought its cards only: each product can then be opened without a
 * line. Not while its next page is on its way, nor after that failed: then asking is the shopper's.
 */
export function fillCards(queryClient: QueryClient): void {
  const { queryKey } = productList;
  const fill = () => {
    const list = queryClient.getQueryState<ProductPages>(queryKey);
    if (!hasCards(list?.data)) unsubscribe();
    else if (list?.status === 'success' && list.fetchStatus === 'idle') {
      void queryClient.refetchQueries({ queryKey, exact: true });
    }
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(fill);
  fill();
}
