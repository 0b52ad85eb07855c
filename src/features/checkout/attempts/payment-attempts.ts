import { newKey } from '../../../lib/new-key.ts';
import { type Services, useService } from '../../../lib/services.ts';
import { createStore } from '../../../lib/store.ts';
import { createPhone } from '../../../offline/phone.ts';
import type { Rows } from '../../../offline/storage/database.ts';
import type { Storage } from '../../../offline/storage/storage.ts';
import {
  blankAttempt,
  changed,
  isAttempt,
  isFinal,
  isInTheWay,
  isOutdated,
  type PaymentAttempt,
  type ReturnHint,
  withoutAmounts,
} from './attempt.ts';
import { hashOf } from './owner-hash.ts';

/**
 * The memory of payments on this phone. The attempt row remembers, the address of a return is a hint, and only the
 * server's answer is a verdict. A row is written before the first request leaves.
 *
 * Rows lie under `pay|user|key`; those of nobody yet under `pay|-|reference`; those of a shopper who signed out under
 * `pay|#hash|key`, without amounts.
 */

interface Shown {
  userId: string | null;
  /** The loaded shopper's, newest first. */
  attempts: readonly PaymentAttempt[];
}

interface Step<Result> {
  put?: PaymentAttempt[];
  drop?: PaymentAttempt[];
  result: Result;
}

export type NewAttempt = Pick<
  PaymentAttempt,
  'cartId' | 'method' | 'walletUse' | 'totalAmount' | 'supersedes'
> & {
  userId: string;
  /** Key of an attempt without a reference that the shopper leaves for this one. */
  insteadOf?: string;
};

export type Begun = { attempt: PaymentAttempt } | { unfinished: PaymentAttempt };

export class PaymentAttempts {
  readonly #storage: Storage;
  readonly #shown = createStore<Shown>({ userId: null, attempts: [] });
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('app-payments');

  constructor(storage: Storage) {
    this.#storage = storage;
    // The server draws pages with it, and has neither.
    if (typeof document === 'undefined') return;
    const read = () => this.#readIfSeen();
    if (this.#channel) this.#channel.onmessage = read;
    document.addEventListener('visibilitychange', read);
    addEventListener('pageshow', read);
    storage.mode.subscribe(read);
  }

  readonly subscribe = this.#shown.subscribe;
  /** The loaded shopper's attempts, newest first. The same array until something changes. */
  readonly current = () => this.#shown.get().attempts;

  /**
   * Reads the shopper's rows; takes up returns that came back signed out, and what an earlier sign-out left of their
   * own; drops what is outdated.
   *
   * @param userId null after a sign-out: nothing is shown then.
   */
  async load(userId: string | null, nowMs = Date.now()): Promise<readonly PaymentAttempt[]> {
    const isNew = this.#shown.get().userId !== userId;
    if (isNew) this.#shown.set({ userId, attempts: [] });
    if (userId !== null && isNew) await this.#claimRows(userId, nowMs);
    await this.#reload(userId);
    return this.current();
  }

  /**
   * Writes the row of a new attempt, before anything is sent. Two tabs cannot begin two.
   *
   * @returns the attempt, or the unfinished one that stands in the way (in any tab), unless the new one
   *   supersedes it.
   */
  async begin({ insteadOf, ...input }: NewAttempt): Promise<Begun> {
    await this.load(input.userId);
    const key = newKey();
    return await this.#change<Begun>(input.userId, (own) => {
      // The step may run twice, on a slow disk: the first time wrote the row.
      const known = own.find((row) => row.key === key);
      if (known) return { result: { attempt: known } };
      const isLeft = (row: PaymentAttempt) =>
        row.key === insteadOf || (row.reference !== null && row.reference === input.supersedes);
      const unfinished = own.find((row) => isInTheWay(row) && !isLeft(row));
      if (unfinished) return { result: { unfinished } };
      const now = Date.now();
      const createdAt = Math.max(now, (own[0]?.createdAt ?? 0) + 1);
      const attempt = { ...blankAttempt(key, 'initialising', now), ...input, createdAt };
      const left = own.filter(isLeft).map((row) => ({ ...row, supersededBy: attempt.key }));
      return { put: [attempt, ...left], result: { attempt } };
    });
  }

  /** Changes the stored row (the newest, not the caller's copy) and tells every tab. */
  async update(
    attempt: Pick<PaymentAttempt, 'key' | 'userId'>,
    patch: Partial<Omit<PaymentAttempt, 'key' | 'userId'>>,
  ): Promise<PaymentAttempt | null> {
    return await this.#change<PaymentAttempt | null>(attempt.userId, (own) => {
      const row = own.find((other) => other.key === attempt.key);
      if (!row) return { result: null };
      const next = changed(row, patch, Date.now());
      // The server may take up a cancelled attempt again: two keys then name one payment, and one row is enough.
      const twins = own.filter(
        (other) => other.key !== next.key && next.reference !== null && other.reference === next.reference,
      );
      return { put: [next], drop: twins, result: next };
    });
  }

  /** Takes a row away: the server says that this payment is none of the shopper's. */
  async drop(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): Promise<void> {
    await this.#change(attempt.userId, (own) => ({
      drop: own.filter((row) => row.key === attempt.key),
      result: undefined,
    }));
  }

  /**
   * Notes what the address of a return says. Repeating it changes nothing.
   *
   * @param userId null when nobody is signed in here: the row is kept ownerless for a day.
   */
  async noteReturn(userId: string | null, reference: string, hint: ReturnHint): Promise<PaymentAttempt> {
    if (userId !== null) await this.load(userId);
    return await this.#change(userId, (own) => {
      const now = Date.now();
      const known = own.find((row) => row.reference === reference);
      const row = known
        ? changed(known, { hint, state: 'returned' }, now)
        : { ...blankAttempt(reference, 'returned', now), userId, reference, hint };
      return { put: [row], result: row };
    });
  }

  /**
   * At sign-out: what is over is deleted; what is not keeps only key, reference, state and times, under a hash of the
   * shopper's id, so that the same shopper finds it again and nobody else sees a figure.
   */
  async erase(userId: string): Promise<void> {
    const hash = await hashOf(userId);
    if (this.#shown.get().userId === userId) this.#shown.set({ userId: null, attempts: [] });
    await this.#changeRows(`pay|${userId}|`, (own) => ({
      put: own.filter((row) => !isFinal(row)).map((row) => withoutAmounts(row, hash)),
      drop: own,
      result: undefined,
    }));
  }

  /**
   * A hidden tab reads once it is seen. A frozen one hears too, but never ends what it begins: its reading would keep
   * the database from the tab that pays, whose reference would not be on the disk before the card page.
   */
  #readIfSeen(): void {
    const { userId } = this.#shown.get();
    if (userId !== null && document.visibilityState === 'visible') void this.#reload(userId);
  }

  async #reload(userId: string | null): Promise<void> {
    const rows = userId === null ? [] : await this.#storage.list(`pay|${userId}|`);
    if (this.#shown.get().userId === userId) this.#shown.set({ userId, attempts: newestFirst(rows) });
  }

  async #claimRows(userId: string, nowMs: number): Promise<void> {
    const hash = await hashOf(userId);
    await this.#changeRows('pay|', (all) => {
      const old = all.filter(
        (row) => isOutdated(row, nowMs) && (row.userId === null || row.userId === userId),
      );
      const own = all.filter((row) => row.userId === userId && !old.includes(row));
      const left = all.filter((row) => row.userId === hash);
      const returned = all.filter((row) => row.userId === null && !old.includes(row));
      const claimed = returned.map((row) => {
        const known = [...own, ...left].find((other) => other.reference === row.reference);
        return { ...(known ? changed(known, { hint: row.hint }, nowMs) : row), userId };
      });
      const kept = left
        .filter((row) => !claimed.some((other) => other.key === row.key))
        .map((row) => ({ ...row, userId }));
      return { put: [...claimed, ...kept], drop: [...old, ...left, ...returned], result: undefined };
    });
  }

  async #change<Result>(
    userId: string | null,
    edit: (own: PaymentAttempt[]) => Step<Result>,
  ): Promise<Result> {
    const result = await this.#changeRows(`pay|${userId ?? '-'}|`, edit);
    if (userId !== null && userId === this.#shown.get().userId) await this.#reload(userId);
    this.#channel?.postMessage('changed');
    return result;
  }

  /** One step that no other tab interrupts. What is damaged goes with it. */
  async #changeRows<Result>(prefix: string, edit: (rows: PaymentAttempt[]) => Step<Result>): Promise<Result> {
    return await this.#storage.change(prefix, (found) => {
      const step = edit(newestFirst(found));
      const damaged = found.filter(([, row]) => !isAttempt(row)).map(([key]) => key);
      const put = step.put?.map((attempt) => [keyOf(attempt), attempt] as const);
      return { put, remove: [...damaged, ...(step.drop ?? []).map(keyOf)], result: step.result };
    });
  }
}

export function createPayments(services: Services): PaymentAttempts {
  return new PaymentAttempts(services.get(createPhone).storage);
}

export function usePayments(): PaymentAttempts {
  return useService(createPayments);
}

function keyOf(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): string {
  return `pay|${attempt.userId ?? '-'}|${attempt.key}`;
}

function newestFirst(found: Rows): PaymentAttempt[] {
  return found
    .map(([, row]) => row)
    .filter(isAttempt)
    .sort((a, b) => b.createdAt - a.createdAt || b.updatedAt - a.updatedAt);
}
