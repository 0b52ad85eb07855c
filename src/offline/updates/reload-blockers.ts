/** Tracks whether a reload would lose the shopper's work. A tab in checkout holds a lock that all tabs can see. */

const LOCK_NAME = 'checkout-busy';

export class ReloadBlockers {
  readonly #reasons = new Set<symbol>();

  /** Forbids reloads while a form has unsaved input. @returns a function that allows them again. */
  holdReload(): () => void {
    const reason = Symbol('busy');
    this.#reasons.add(reason);
    return () => void this.#reasons.delete(reason);
  }

  /** Forbids new releases in all tabs while this tab is in checkout. @returns a function that allows them again. */
  holdCheckout(): () => void {
    const endReload = this.holdReload();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    navigator.locks
      ?.request(LOCK_NAME, { mode: 'shared' }, () => held)
      // A browser that blocks site data refuses every lock. The error is ignored, because checkout works without the
      // lock.
      .catch(() => undefined);
    return () => {
      release();
      endReload();
    };
  }

  /** @returns true when this tab may reload now. */
  isFree(): boolean {
    return this.#reasons.size === 0;
  }

  /**
   * Runs `body` while no tab is in checkout; at once where Web Locks are missing.
   * @param waits true: waits until no tab is in checkout; false: skips `body` while one is.
   * @returns whether `body` ran.
   */
  async whenNobodyPays(body: () => void, waits: boolean): Promise<boolean> {
    const run = (lock: unknown) => {
      if (lock) body();
      return Boolean(lock);
    };
    return (await navigator.locks?.request(LOCK_NAME, { ifAvailable: !waits }, run)) ?? run(true);
  }
}

export function createReloadBlockers(): ReloadBlockers {
  return new ReloadBlockers();
}
