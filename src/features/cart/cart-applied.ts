import { getCart } from '#contract/member-endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { type CartCommand, sameLine } from './cart-scope.ts';
import { goalOf, keyOf } from './cart-view.ts';

/** With the longest try behind it, it still ends within the 25 s of the outbox's lock. */
const LOOK_MS = 4_000;

/**
 * For an API that honours no keys: whether an add whose answer was lost counts already, by what the server's
 * cart holds now. @source offline.md section 5
 */
export async function isAddApplied(command: CartCommand, signal?: AbortSignal): Promise<boolean> {
  if (command.type !== 'cart.add') return false;
  // Without a figure from before nothing can be told: rather twice, which the shopper sees, than never.
  if (command.baseQuantity === null) return false;
  try {
    const { items } = await call(getCart, { timeoutMs: LOOK_MS }, signal);
    const line = items.find((item) => sameLine(keyOf(item), command.line));
    return (line?.quantity ?? 0) >= goalOf(command);
  } catch (error) {
    // No cart at all: the add has not arrived.
    if (isApiError(error, 404)) return false;
    throw error;
  }
}
