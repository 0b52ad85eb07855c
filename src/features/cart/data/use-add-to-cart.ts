import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ERROR_MESSAGE_VISIBLE_MS, NETWORK_FAILED_MESSAGE } from '../../../lib/api/error-message.ts';
import { useAppServices } from '../../../lib/react/services.ts';
import { showToast } from '../../../ui/message/toast.ts';
import type { CartCommandResult } from './cart-commands.ts';
import type { AddToCartInput } from './cart-view.ts';

const FAILED = 'The cart could not be changed. Please try again.';

/** `done`: the server has confirmed it. `waiting`: the phone sends it later. `null`: a message said why it failed. */
export type AddToCartResult = Exclude<CartCommandResult, { kind: 'refused' }> | null;

/**
 * Adds a product to the cart. The server's message for a refusal shows for 3 s. @source spec sections 5 and 8 (Add to
 * cart)
 */
export function useAddToCart(): {
  add: (addition: AddToCartInput) => Promise<AddToCartResult>;
  isAdding: boolean;
} {
  const queryClient = useQueryClient();
  const services = useAppServices();
  const [isAdding, setAdding] = useState(false);
  const add = async (addition: AddToCartInput): Promise<AddToCartResult> => {
    setAdding(true);
    try {
      // The code of the cart commands is loaded here, because the first paint does not need it.
      const part = await import('./cart-commands.ts').catch(() => null);
      if (!part) {
        showToast({ kind: 'error', message: NETWORK_FAILED_MESSAGE, lastsMs: ERROR_MESSAGE_VISIBLE_MS });
        return null;
      }
      const answer = await services.get(part.createCartCommandSubmitter).add(queryClient, addition);
      if (answer.kind !== 'refused') return answer;
      showToast({ kind: 'error', message: answer.message, lastsMs: ERROR_MESSAGE_VISIBLE_MS });
      return null;
    } catch (error) {
      // The phone could not store the change. A message says so, because a tap without a visible result would be
      // repeated.
      console.warn('the cart could not be changed', error);
      showToast({ kind: 'error', message: FAILED, lastsMs: ERROR_MESSAGE_VISIBLE_MS });
      return null;
    } finally {
      setAdding(false);
    }
  };
  return { add, isAdding };
}
