import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Cart } from '#contract/schemas/cart.ts';
import { useSession } from '../../lib/session.ts';
import { useWaitingCommands } from '../../offline/outbox/use-waiting-commands.ts';
import { cartQuery, isCartRestoredFromPhone } from './cart-queries.ts';
import { type CartCommandIntent, cartOutboxScope } from './cart-scope.ts';
import { applyCommandsToCart } from './cart-view.ts';

/** Waiting additions apply to this cart while the server's is unknown. */
const EMPTY_CART: Cart = {
  success: true,
  cartId: null,
  version: 0,
  items: [],
  totalPrice: 0,
  walletBalance: 0,
};

export interface CartState {
  /** The displayed cart, with unsent changes; undefined until cart and changes are loaded. */
  cart: Cart | undefined;
  error: unknown;
  /** Error of the latest attempt, while further attempts follow. */
  failureReason: unknown;
  /** Number of changes that the server has not confirmed yet. */
  waiting: number;
  /** Time of the last response by the phone's clock in ms; 0: never. */
  updatedAt: number;
  /** True: the cart was restored from the phone and not fetched yet. */
  isSaved: boolean;
  isFetching: boolean;
  isPaused: boolean;
  /** Resolves to whether the server answered. */
  refetch: () => Promise<boolean>;
}

/** @param asksAnew fetches a restored cart at once: its lines may be trusted, but not its wallet balance. */
export function useCart({ asksAnew = false } = {}): CartState {
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : '';
  const query = useQuery({
    ...cartQuery(userId),
    enabled: userId !== '',
    refetchOnMount: ({ state }) => !(asksAnew && isCartRestoredFromPhone(state.dataUpdatedAt)) || 'always',
  });
  const { commands, unconfirmed, isComplete } = useWaitingCommands(cartOutboxScope, userId);
  const isUnreachable = query.fetchStatus === 'paused' || query.failureReason !== null;
  // Shows nothing for a changed line of an unknown cart, because "empty" would be wrong.
  const waits = (type: CartCommandIntent['type']) => commands.some((command) => command.type === type);
  // Shows the empty cart after an addition to an unknown cart was removed here again.
  const [shownFor, setShownFor] = useState('');
  if (waits('cart.add') && isUnreachable && shownFor !== userId) setShownFor(userId);
  const isOwn = waits('cart.add') || (shownFor === userId && waits('cart.remove'));
  const known = query.data ?? (isOwn && isUnreachable ? EMPTY_CART : undefined);
  const cart = useMemo(
    () => (known && isComplete ? applyCommandsToCart(known, commands) : undefined),
    [known, commands, isComplete],
  );
  return {
    cart,
    error: query.error,
    failureReason: query.failureReason,
    waiting: unconfirmed,
    updatedAt: query.dataUpdatedAt,
    isSaved: isCartRestoredFromPhone(query.dataUpdatedAt),
    isFetching: query.isFetching,
    isPaused: query.fetchStatus === 'paused',
    refetch: async () => (await query.refetch()).isSuccess,
  };
}

/** Returns the count of the header's badge, which counts lines, not pieces. */
export function useCartLineCount(): number {
  return useCart().cart?.items.length ?? 0;
}
