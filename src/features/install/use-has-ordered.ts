import { useSyncExternalStore } from 'react';
import { payments } from '../../offline/phone.ts';

function hasOrdered(): boolean {
  return payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
}

/** Whether the shopper has just bought something and seen the result: the only moment for offers. */
export function useHasOrdered(): boolean {
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
