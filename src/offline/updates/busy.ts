import { useEffect } from 'react';
import { createSignal } from '../../lib/store.ts';

/**
 * Whether a reload would cost the shopper something. Checkout tabs hold a shared lock that every tab sees;
 * a form with unsaved input only concerns its own tab.
 */

const LOCK_NAME = 'checkout-busy';

class Busy {
  readonly #reasons = new Set<symbol>();
  readonly #freed = createSignal();

  /** A form with unsaved input. @returns the end of it. */
  holdReload(): () => void {
    const reason = Symbol('busy');
    this.#reasons.add(reason);
    return () => {
      if (this.#reasons.delete(reason) && this.isFree()) this.#freed.tell();
    };
  }

  /** A tab in checkout: no tab takes a new release meanwhile. @returns the end of it. */
  holdCheckout(): () => void {
    const endReload = this.holdReload();
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
  isFree(): boolean {
    return this.#reasons.size === 0;
  }

  /** Calls back when the last reason of this tab is gone. */
  readonly onFree = this.#freed.listen;

  /**
   * Runs `body` if no tab is in checkout.
   *
   * @returns whether it ran.
   */
  async ifNobodyPays(body: () => void): Promise<boolean> {
    if (!navigator.locks) {
      if (this.isFree()) body();
      return this.isFree();
    }
    return await navigator.locks.request(LOCK_NAME, { ifAvailable: true }, (lock) => {
      if (lock) body();
      return lock !== null;
    });
  }

  /** Runs `body` as soon as no tab is in checkout. */
  async onceNobodyPays(body: () => void): Promise<void> {
    if (navigator.locks) await navigator.locks.request(LOCK_NAME, () => body());
    else if (this.isFree()) body();
    else {
      const stop = this.onFree(() => {
        stop();
        body();
      });
    }
  }
}

export const busy = new Busy();

/**
 * Keeps a form's page from being reloaded or led away while something stands in it that a reload would lose.
 *
 * @param isUnsaved whether the shopper typed something that is not sent yet.
 */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? busy.holdReload() : undefined), [isUnsaved]);
}
