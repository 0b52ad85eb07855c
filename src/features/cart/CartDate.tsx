import { STALE_MS } from '../../lib/cache-times.ts';
import { UpdatedAgo } from '../../ui/UpdatedAgo.tsx';
import type { CartState } from './use-cart.ts';

/** Shows the age of a saved cart until the server has answered. */
export function CartDate({ updatedAt, isSaved }: Pick<CartState, 'updatedAt' | 'isSaved'>) {
  return (
    <UpdatedAgo
      updatedAt={updatedAt}
      staleMs={STALE_MS.cart}
      what={isSaved ? 'Your saved cart' : undefined}
    />
  );
}
