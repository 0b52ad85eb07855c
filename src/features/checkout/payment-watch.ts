import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import type { PaymentAttempt } from '../../offline/payments/attempt.ts';
import { payments } from '../../offline/phone.ts';
import type { Waiting } from './payment-polling.ts';

/** What the screens of this tab know of the payments beyond their rows. */

const NONE: readonly PaymentAttempt[] = [];

export function usePaymentAttempts(): readonly PaymentAttempt[] {
  return useSyncExternalStore(payments.subscribe, payments.current, () => NONE);
}

interface Watch {
  /** By key of the attempt. */
  waiting: ReadonlyMap<string, Waiting>;
  /** A return named a payment that the server does not know as the shopper's: its reference, maybe empty. */
  unknownReference: string | null;
  /** A return that named no payment. */
  bareHint: 'cancelled' | 'failed' | null;
}

const NOTHING: Watch = { waiting: new Map(), unknownReference: null, bareHint: null };
const watch = createStore(NOTHING);

export function usePaymentWatch(): Watch {
  return useSyncExternalStore(watch.subscribe, watch.get, watch.get);
}

export function noteWaiting(key: string, waiting: Waiting): void {
  watch.set({ ...watch.get(), waiting: new Map(watch.get().waiting).set(key, waiting) });
}

/** @param unknownReference null: it was told. */
export function noteUnknownPayment(unknownReference: string | null): void {
  watch.set({ ...watch.get(), unknownReference });
}

export function noteBareHint(bareHint: Watch['bareHint']): void {
  watch.set({ ...watch.get(), bareHint });
}

/** At the end of the session: nothing of the shopper stays in memory. */
export function forgetWatch(): void {
  watch.set(NOTHING);
}
