import { useSyncExternalStore } from 'react';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';

/**
 * True once a successful order was shown, the only moment at which the app offers to be installed or to send
 * notifications.
 */
export function useHasOrdered(): boolean {
  const payments = usePaymentAttemptStore();
  const hasOrdered = () =>
    payments.current().some((attempt) => attempt.state === 'confirmed' && attempt.acknowledged);
  return useSyncExternalStore(payments.subscribe, hasOrdered, () => false);
}
