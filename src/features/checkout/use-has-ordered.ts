import { useSyncExternalStore } from 'react';
import { usePayments } from './attempts/payment-attempts.ts';

/** True after an order whose result was shown, the only moment when offers may appear. */
export function useHasOrdered(): boolean {
  const payments = usePayments();
  const hasOrdered = () =>
    payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
