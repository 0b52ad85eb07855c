import { useSyncExternalStore } from 'react';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';

/** True once this phone has shown a successful order. Only then does the app offer installation and notifications. */
export function useHasOrdered(): boolean {
  const payments = usePaymentAttemptStore();
  const hasOrdered = () =>
    payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
