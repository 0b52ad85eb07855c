import { useSyncExternalStore } from 'react';
import { payments } from '../../offline/phone.ts';

function hasOrdered(): boolean {
  return payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
}

/** True after an order whose result was shown: the only moment for offers. */
export function useHasOrdered(): boolean {
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
