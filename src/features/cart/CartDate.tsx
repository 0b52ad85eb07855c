import { QUERY_STALE_MS } from '../../lib/cache-times.ts';
import { UpdatedAgoText } from '../../ui/UpdatedAgo.tsx';
import type { CartState } from './use-cart.ts';

/** Shows the age of a saved cart until the server has answered. */
export function SavedCartAge({ updatedAt, isSaved }: Pick<CartState, 'updatedAt' | 'isSaved'>) {
  return (
    <UpdatedAgoText
      updatedAt={updatedAt}
      staleMs={QUERY_STALE_MS.cart}
      what={isSaved ? 'Your saved cart' : undefined}
    />
  );
}
