import { useEffect } from 'react';
import { useService } from '../../lib/services.ts';

/**
 * Whether a reload would cost the shopper something. Checkout tabs hold a shared lock that every tab sees;
 * a form with unsaved input only concerns its own tab.
 */

const LOCK_NAME = 'checkout-busy';

export class BusyReasons {
  readonly #reasons = new Set<symbol>();

  /** A form with unsaved input. @returns the end of it. */
  holdReload(): () => void {
    const reason = Symbol('busy');
    this.#reasons.add(reason);
    return () => void this.#reasons.delete(reason);
  }

  /** A tab in checkout: no tab takes a new release meanwhile. @returns the end of it. */
  holdCheckout(): () => void {
    const endReload = this.holdReload();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    navigator.locks
      ?.request(LOCK_NAME, { mode: 'shared' }, () => held)
      // A browser that blocks site data refuses every lock.
      .catch(() => undefined);
    return () => {
      release();
      endReload();
    };
  }

  /** Whether this tab may be reloaded now. */
  isFree(): boolean {
    return this.#reasons.size === 0;
  }

  /**
   * Runs `body` while no tab is in checkout. Without Web Locks other tabs are unknown: `body` runs at once.
   *
   * @param waits whether it waits for the tabs that are; else it does not run.
   * @returns whether it ran.
   */
  async whenNobodyPays(body: () => void, waits: boolean): Promise<boolean> {
    const run = (lock: unknown) => {
      if (lock) body();
      return Boolean(lock);
    };
    return (await navigator.locks?.request(LOCK_NAME, { ifAvailable: !waits }, run)) ?? run(true);
  }
}

export function createBusyReasons(): BusyReasons {
  return new BusyReasons();
}

/**
 * Keeps a form's page from being reloaded or led away while something stands in it that a reload would lose.
 *
 * @param isUnsaved whether the shopper typed something that is not sent yet.
 */
export function useUnsavedInput(isUnsaved: boolean): void {
  const busy = useService(createBusyReasons);
  useEffect(() => (isUnsaved ? busy.holdReload() : undefined), [busy, isUnsaved]);
}
