import { STALE } from '../../lib/stale-times.ts';
import { UpdatedAgo } from '../../ui/UpdatedAgo.tsx';
import type { CartState } from './use-cart.ts';

/** Says that a cart is the phone's saved one until the server has answered, and how old it is. */
export function CartDate({ updatedAt, isSaved }: Pick<CartState, 'updatedAt' | 'isSaved'>) {
  return (
    <UpdatedAgo updatedAt={updatedAt} staleMs={STALE.cart} what={isSaved ? 'Your saved cart' : undefined} />
  );
}
