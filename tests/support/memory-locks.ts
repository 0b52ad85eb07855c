/**
 * Implements the Web Locks standard within one process, because the screens' test environment lacks it. Requests of
 * one name are granted in order, shared ones together.
 */
export class InMemoryLockManager implements LockManager {
  readonly #held: Grant[] = [];
  readonly #queue: Grant[] = [];

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async request<T>(
    name: string,
    given: LockOptions | LockGrantedCallback<T>,
    last?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const options = typeof given === 'function' ? {} : given;
    const callback = last ?? (given as LockGrantedCallback<T>);
    const { mode = 'exclusive', signal, ifAvailable = false, steal = false } = options;
    signal?.throwIfAborted();
    const grant = new Grant(name, mode);
    if (steal) {
      for (const holder of this.#held.filter((each) => each.name === name)) this.#takeFrom(holder);
      this.#queue.unshift(grant);
    } else {
      this.#queue.push(grant);
    }
    const withdraw = () => {
      this.#leave(this.#queue, grant);
      grant.refuse(signal?.reason);
    };
    signal?.addEventListener('abort', withdraw);
    this.#grantNext(name);
    if (ifAvailable && !this.#held.includes(grant)) {
      this.#leave(this.#queue, grant);
      return await callback(null);
    }
    await grant.granted.finally(() => signal?.removeEventListener('abort', withdraw));
    try {
      return await Promise.race([callback(grant), grant.stolen]);
    } finally {
      this.#leave(this.#held, grant);
      this.#grantNext(name);
    }
  }

  async query(): Promise<LockManagerSnapshot> {
    const tell = ({ name, mode }: Grant) => ({ name, mode, clientId: '' });
    return { held: this.#held.map(tell), pending: this.#queue.map(tell) };
  }

  #takeFrom(grant: Grant): void {
    this.#leave(this.#held, grant);
    grant.lose(new DOMException('the lock was stolen', 'AbortError'));
  }

  #leave(list: Grant[], grant: Grant): void {
    const index = list.indexOf(grant);
    if (index >= 0) list.splice(index, 1);
  }

  #grantNext(name: string): void {
    for (;;) {
      const next = this.#queue.find((each) => each.name === name);
      const held = this.#held.filter((each) => each.name === name);
      const isFree =
        held.length === 0 || (next?.mode === 'shared' && held.every((each) => each.mode === 'shared'));
      if (!next || !isFree) return;
      this.#leave(this.#queue, next);
      this.#held.push(next);
      next.enter();
    }
  }
}

class Grant implements Lock {
  readonly name: string;
  readonly mode: LockMode;
  readonly granted: Promise<void>;
  readonly stolen: Promise<never>;
  enter!: () => void;
  refuse!: (reason: unknown) => void;
  lose!: (reason: unknown) => void;

  constructor(name: string, mode: LockMode) {
    this.name = name;
    this.mode = mode;
    this.granted = new Promise((resolve, reject) => {
      this.enter = resolve;
      this.refuse = reject;
    });
    this.stolen = new Promise((_, reject) => {
      this.lose = reject;
    });
    // The lock is needed only while the callback runs.
    this.stolen.catch(() => undefined);
  }
}

/** Installs the locks on the page's `navigator`; `null` simulates a browser without Web Locks. @returns the locks. */
export function installLockManager<T extends InMemoryLockManager | null>(locks: T): T {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  return locks;
}
