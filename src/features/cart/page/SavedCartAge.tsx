import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { UpdatedAgoText } from '../../../ui/display/UpdatedAgoText.tsx';
import type { UseCartResult } from '../data/use-cart.ts';

/** Shows how old a saved cart is, until the server has responded. */
export function SavedCartAge({ updatedAt, isSaved }: Pick<UseCartResult, 'updatedAt' | 'isSaved'>) {
  return (
    <UpdatedAgoText
      updatedAt={updatedAt}
      staleMs={QUERY_STALE_TIME_MS.cart}
      savedThing={isSaved ? 'Your saved cart' : undefined}
    />
  );
}
