import { STALE } from '../../lib/stale-times.ts';
import { UpdatedAgo } from '../../ui/UpdatedAgo.tsx';
import type { CartState } from './use-cart.ts';

/** Shows the age of a saved cart until the server has answered. */
export function CartDate({ updatedAt, isSaved }: Pick<CartState, 'updatedAt' | 'isSaved'>) {
  return (
    <UpdatedAgo updatedAt={updatedAt} staleMs={STALE.cart} what={isSaved ? 'Your saved cart' : undefined} />
  );
}
