import { useSyncExternalStore } from 'react';
import { usePaymentAttemptStore } from './attempts/payment-attempts.ts';

/** True after an order whose result was shown, the only moment when offers may appear. */
export function useHasOrdered(): boolean {
  const payments = usePaymentAttemptStore();
  const hasOrdered = () =>
    payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
