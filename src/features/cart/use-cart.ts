import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Cart } from '#contract/schemas/cart.ts';
import { useSession } from '../../lib/session.ts';
import { useWaitingCommands } from '../../offline/outbox/use-waiting-commands.ts';
import { cartQuery, isSavedCart } from './cart-queries.ts';
import { type CartIntent, cartScope } from './cart-scope.ts';
import { cartView } from './cart-view.ts';

/** What waiting additions are shown on while the server's cart was never seen: what the shopper did is there. */
const EMPTY_CART: Cart = {
  success: true,
  cartId: null,
  version: 0,
  items: [],
  totalPrice: 0,
  walletBalance: 0,
};

export interface CartState {
  /** With the waiting commands applied; undefined while the cart or the commands are not known. */
  cart: Cart | undefined;
  error: unknown;
  /** Of the newest try that failed while further ones go on. */
  failureReason: unknown;
  /** Changes that the server has not confirmed yet. */
  waiting: number;
  /** When the server last answered, milliseconds of the phone's clock; 0: never. */
  updatedAt: number;
  /** It is what the phone had saved, not an answer since this page was loaded. */
  isSaved: boolean;
  isFetching: boolean;
  isPaused: boolean;
  /** Ends with whether an answer came. */
  refetch: () => Promise<boolean>;
}

/**
 * The member's cart as seen.
 *
 * @param asksAnew a saved cart is asked about at once: a young one is believed without asking, but not its balance.
 */
export function useCart({ asksAnew = false } = {}): CartState {
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : '';
  const query = useQuery({
    ...cartQuery(userId),
    enabled: userId !== '',
    refetchOnMount: ({ state }) => !(asksAnew && isSavedCart(state.dataUpdatedAt)) || 'always',
  });
  const { commands, unconfirmed, isComplete } = useWaitingCommands(cartScope, userId);
  const isUnreachable = query.fetchStatus === 'paused' || query.failureReason !== null;
  // A change of a line that nobody has seen shows nothing: "empty" would be a false figure.
  const waits = (type: CartIntent['type']) => commands.some((command) => command.type === type);
  // What was added to a cart that nobody has seen can be removed here again: that it is gone is shown, too.
  const [shownFor, setShownFor] = useState('');
  if (waits('cart.add') && isUnreachable && shownFor !== userId) setShownFor(userId);
  const isOwn = waits('cart.add') || (shownFor === userId && waits('cart.remove'));
  const known = query.data ?? (isOwn && isUnreachable ? EMPTY_CART : undefined);
  const cart = useMemo(
    () => (known && isComplete ? cartView(known, commands) : undefined),
    [known, commands, isComplete],
  );
  return {
    cart,
    error: query.error,
    failureReason: query.failureReason,
    waiting: unconfirmed,
    updatedAt: query.dataUpdatedAt,
    isSaved: isSavedCart(query.dataUpdatedAt),
    isFetching: query.isFetching,
    isPaused: query.fetchStatus === 'paused',
    refetch: async () => (await query.refetch()).isSuccess,
  };
}

/** What the header's badge counts: lines, not pieces. */
export function useCartLineCount(): number {
  return useCart().cart?.items.length ?? 0;
}
