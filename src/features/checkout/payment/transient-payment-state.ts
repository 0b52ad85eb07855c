import { useSyncExternalStore } from 'react';
import { createObservableStore } from '../../../lib/react/store.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import type { PaymentPendingReason } from './checked-payment-status.ts';

/** Stores facts about payments in this tab's memory only, such as why a payment has no final status yet. */

const NONE: readonly PaymentAttempt[] = [];

export function usePaymentAttempts(): readonly PaymentAttempt[] {
  const payments = usePaymentAttemptStore();
  return useSyncExternalStore(payments.subscribe, payments.current, () => NONE);
}

interface TransientPaymentState {
  /** Why each payment has no final status yet, by the attempt's key. */
  waiting: ReadonlyMap<string, PaymentPendingReason>;
  /** Reference from the card page's return address that the server does not know; empty: the address had none. */
  notFoundReference: string | null;
  /** The result in a return address that has no payment reference. */
  bareResult: 'cancelled' | 'failed' | null;
}

const NOTHING: TransientPaymentState = { waiting: new Map(), notFoundReference: null, bareResult: null };
const state = createObservableStore(NOTHING);

export function useTransientPaymentState(): TransientPaymentState {
  return useSyncExternalStore(state.subscribe, state.get, state.get);
}

export function setPaymentPendingReason(attemptKey: string, reason: PaymentPendingReason): void {
  state.set({ ...state.get(), waiting: new Map(state.get().waiting).set(attemptKey, reason) });
}

/** @param notFoundReference empty: the return address had no reference; null removes the message. */
export function setNotFoundPaymentReference(notFoundReference: string | null): void {
  state.set({ ...state.get(), notFoundReference });
}

export function setCardPageResultWithoutReference(bareResult: TransientPaymentState['bareResult']): void {
  state.set({ ...state.get(), bareResult });
}

export function clearTransientPaymentState(): void {
  state.set(NOTHING);
}
