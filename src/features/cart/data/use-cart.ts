import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Cart } from '#contract/schemas/cart.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useQueuedCommands } from '../../../offline/outbox/use-queued-commands.ts';
import { type CartCommandPayload, cartCommandRules } from './cart-command-rules.ts';
import { cartQuery, wasCartFetchedBeforePageLoad } from './cart-queries.ts';
import { applyQueuedCommandsToCart } from './cart-view.ts';

/** The empty cart to which queued additions are applied while the server's cart is unknown. */
const EMPTY_CART: Cart = {
  success: true,
  cartId: null,
  version: 0,
  items: [],
  totalPrice: 0,
  walletBalance: 0,
};

export interface UseCartResult {
  /** The cart that shows, with changes not yet sent; undefined until the cart and these changes are loaded. */
  cart: Cart | undefined;
  error: unknown;
  /** Error of the latest attempt to fetch the cart, while more attempts follow. */
  failureReason: unknown;
  /** Number of changes that the server has not confirmed yet. */
  waiting: number;
  /** Time of the last response by the phone's clock in ms; 0: none yet. */
  updatedAt: number;
  /** True: the cart came from the phone's storage and has not been fetched yet. */
  isSaved: boolean;
  isFetching: boolean;
  isPaused: boolean;
  /** Fetches the cart again; resolves to whether the server responded. */
  refetch: () => Promise<boolean>;
}

/**
 * @param refetchesRestoredCart fetches a cart from the phone's storage at once, because its wallet balance may be old.
 */
export function useCart({ refetchesRestoredCart = false } = {}): UseCartResult {
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : '';
  const query = useQuery({
    ...cartQuery(userId),
    enabled: userId !== '',
    refetchOnMount: ({ state }) =>
      !(refetchesRestoredCart && wasCartFetchedBeforePageLoad(state.dataUpdatedAt)) || 'always',
  });
  const { commands, unconfirmed, isComplete } = useQueuedCommands(cartCommandRules, userId);
  const isUnreachable = query.fetchStatus === 'paused' || query.failureReason !== null;
  // Without the server's cart, a queued change of quantity shows no cart at all, because its other lines are unknown.
  const waits = (type: CartCommandPayload['type']) => commands.some((command) => command.type === type);
  // Offline, an added product shows although the cart was never loaded. After its removal the cart shows as empty.
  const [shownFor, setShownFor] = useState('');
  if (waits('cart.add') && isUnreachable && shownFor !== userId) setShownFor(userId);
  const isOwn = waits('cart.add') || (shownFor === userId && waits('cart.remove'));
  const known = query.data ?? (isOwn && isUnreachable ? EMPTY_CART : undefined);
  const cart = useMemo(
    () => (known && isComplete ? applyQueuedCommandsToCart(known, commands) : undefined),
    [known, commands, isComplete],
  );
  return {
    cart,
    error: query.error,
    failureReason: query.failureReason,
    waiting: unconfirmed,
    updatedAt: query.dataUpdatedAt,
    isSaved: wasCartFetchedBeforePageLoad(query.dataUpdatedAt),
    isFetching: query.isFetching,
    isPaused: query.fetchStatus === 'paused',
    refetch: async () => (await query.refetch()).isSuccess,
  };
}

/** @returns the number on the cart button: the count of lines, not of pieces. */
export function useCartLineCount(): number {
  return useCart().cart?.items.length ?? 0;
}
