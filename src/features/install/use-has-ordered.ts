import { useSyncExternalStore } from 'react';
import { currentAttempts, subscribeAttempts } from '../../offline/payment-attempts.ts';

function hasOrdered(): boolean {
  return currentAttempts().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
}

/** Whether the shopper has just bought something and seen the result: the only moment for offers. */
export function useHasOrdered(): boolean {
  return useSyncExternalStore(subscribeAttempts, hasOrdered, () => false);
}
