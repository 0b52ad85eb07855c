import { useSyncExternalStore } from 'react';
import { createObservableStore } from '../../../lib/react/store.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import type { PaymentPendingReason } from './payment-outcome.ts';

/** Stores facts about payments that only this tab needs, such as why a payment has no final status yet. */

const NONE: readonly PaymentAttempt[] = [];

export function usePaymentAttempts(): readonly PaymentAttempt[] {
  const payments = usePaymentAttemptStore();
  return useSyncExternalStore(payments.subscribe, payments.current, () => NONE);
}

interface TabPaymentState {
  /** Why each payment has no final status yet, by the attempt's key. */
  waiting: ReadonlyMap<string, PaymentPendingReason>;
  /** A returned payment's reference that the server does not know; empty: the shopper returned without a reference. */
  unknownReference: string | null;
  /** The card page's result when the shopper returned from it without a payment reference. */
  bareHint: 'cancelled' | 'failed' | null;
}

const NOTHING: TabPaymentState = { waiting: new Map(), unknownReference: null, bareHint: null };
const state = createObservableStore(NOTHING);

export function useTabPaymentState(): TabPaymentState {
  return useSyncExternalStore(state.subscribe, state.get, state.get);
}

export function setPaymentPendingReason(key: string, waiting: PaymentPendingReason): void {
  state.set({ ...state.get(), waiting: new Map(state.get().waiting).set(key, waiting) });
}

/** @param unknownReference empty: the shopper returned without a reference; null: the shopper has seen the message. */
export function setNotFoundPaymentReference(unknownReference: string | null): void {
  state.set({ ...state.get(), unknownReference });
}

export function setCardPageResultWithoutReference(bareHint: TabPaymentState['bareHint']): void {
  state.set({ ...state.get(), bareHint });
}

export function resetTabPaymentState(): void {
  state.set(NOTHING);
}
