import { createSignal } from '../lib/store.ts';

/**
 * Whether a reload would cost the shopper something. Checkout tabs hold a shared lock that every tab sees;
 * a form with unsaved input only concerns its own tab.
 */

const LOCK_NAME = 'checkout-busy';

const reasons = new Set<symbol>();
const freed = createSignal();

/** A form with unsaved input. @returns the end of it. */
export function holdReload(): () => void {
  const reason = Symbol('busy');
  reasons.add(reason);
  return () => {
    if (!reasons.delete(reason) || reasons.size > 0) return;
    freed.tell();
  };
}

/** A tab in checkout: no tab takes a new release meanwhile. @returns the end of it. */
export function holdCheckout(): () => void {
  const endReload = holdReload();
  const waiting = new AbortController();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    ?.request(LOCK_NAME, { mode: 'shared', signal: waiting.signal }, () => held)
    // Left before the lock was granted: nothing was held.
    .catch(() => undefined);
  return () => {
    waiting.abort();
    release();
    endReload();
  };
}

/** Whether this tab may be reloaded now. */
export function isFree(): boolean {
  return reasons.size === 0;
}

/** Calls back when the last reason of this tab is gone. */
export const onFree = freed.listen;

/**
 * Runs `body` if no tab is in checkout.
 *
 * @returns whether it ran.
 */
export async function ifNobodyPays(body: () => void): Promise<boolean> {
  if (!navigator.locks) {
    if (isFree()) body();
    return isFree();
  }
  return await navigator.locks.request(LOCK_NAME, { ifAvailable: true }, (lock) => {
    if (lock) body();
    return lock !== null;
  });
}

/** Runs `body` as soon as no tab is in checkout. */
export async function onceNobodyPays(body: () => void): Promise<void> {
  if (navigator.locks) await navigator.locks.request(LOCK_NAME, () => body());
  else if (isFree()) body();
  else {
    const stop = onFree(() => {
      stop();
      body();
    });
  }
}
