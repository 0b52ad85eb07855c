import { getCart } from '#contract/member-endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { type CartCommand, sameLine } from './cart-scope.ts';
import { goalOf, keyOf } from './cart-view.ts';

/** Short enough that this check and the longest attempt before it fit into the outbox's 25 s lock. */
const LOOK_MS = 4_000;

/**
 * For an API without idempotency keys: tells from the server's cart whether an add was applied. @source offline.md
 * section 5
 */
export async function isAddApplied(command: CartCommand, signal?: AbortSignal): Promise<boolean> {
  if (command.type !== 'cart.add') return false;
  // Without an earlier quantity nothing can be compared. A duplicate, which the shopper sees, is better than a lost
  // add.
  if (command.baseQuantity === null) return false;
  try {
    const { items } = await call(getCart, { timeoutMs: LOOK_MS }, signal);
    const line = items.find((item) => sameLine(keyOf(item), command.line));
    return (line?.quantity ?? 0) >= goalOf(command);
  } catch (error) {
    // The server has no cart, so the add was not applied.
    if (isApiError(error, 404)) return false;
    throw error;
  }
}
