import { useSyncExternalStore } from 'react';
import { currentAttempts, subscribeAttempts } from '../../offline/payment-attempts.ts';
import type { PaymentAttempt } from '../../offline/payment-states.ts';
import type { Waiting } from './payment-polling.ts';

/** What the screens of this tab know of the payments beyond their rows. */

const NONE: readonly PaymentAttempt[] = [];

export function usePaymentAttempts(): readonly PaymentAttempt[] {
  return useSyncExternalStore(subscribeAttempts, currentAttempts, () => NONE);
}

interface Watch {
  /** By key of the attempt. */
  waiting: ReadonlyMap<string, Waiting>;
  /** A return named a payment that the server does not know as the shopper's: its reference, maybe empty. */
  unknownReference: string | null;
  /** A return that named no payment. */
  bareHint: 'cancelled' | 'failed' | null;
}

let watch: Watch = { waiting: new Map(), unknownReference: null, bareHint: null };
const listeners = new Set<() => void>();

function publish(next: Watch): void {
  watch = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePaymentWatch(): Watch {
  return useSyncExternalStore(
    subscribe,
    () => watch,
    () => watch,
  );
}

export function noteWaiting(key: string, waiting: Waiting): void {
  publish({ ...watch, waiting: new Map(watch.waiting).set(key, waiting) });
}

/** @param unknownReference null: it was told. */
export function noteUnknownPayment(unknownReference: string | null): void {
  publish({ ...watch, unknownReference });
}

export function noteBareHint(bareHint: Watch['bareHint']): void {
  publish({ ...watch, bareHint });
}

/** At the end of the session: nothing of the shopper stays in memory. */
export function forgetWatch(): void {
  publish({ waiting: new Map(), unknownReference: null, bareHint: null });
}
