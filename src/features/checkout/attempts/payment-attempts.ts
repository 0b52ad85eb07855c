import { createRandomUuid } from '../../../lib/browser/random-uuid.ts';
import { type AppServices, useAppService } from '../../../lib/react/services.ts';
import { createObservableStore } from '../../../lib/react/store.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import type { StoredKeyValuePairs } from '../../../offline/storage/database.ts';
import type { OfflineStorage } from '../../../offline/storage/storage.ts';
import {
  anonymiseAttempt,
  applyAttemptChange,
  type CardPageReturnStatus,
  createAttempt,
  doesAttemptBlockPayment,
  isAttemptDeletable,
  isAttemptFinished,
  isValidStoredAttempt,
  type PaymentAttempt,
} from './attempt.ts';
import { hashOwnerId } from './owner-hash.ts';

/**
 * Stores each payment attempt before its first request, so that a lost response cannot hide a payment. Keys:
 * `pay|user|key`; `pay|-|reference` without a user; `pay|#hash|key` after sign-out.
 */

interface Shown {
  userId: string | null;
  attempts: readonly PaymentAttempt[];
}

interface Step<Result> {
  put?: PaymentAttempt[];
  drop?: PaymentAttempt[];
  result: Result;
}

export type NewAttemptInput = Pick<
  PaymentAttempt,
  'cartId' | 'method' | 'walletUse' | 'totalAmount' | 'supersedes'
> & {
  userId: string;
  /** Key of the earlier attempt that the new one replaces. */
  insteadOf?: string;
};

export type BeginAttemptResult = { attempt: PaymentAttempt } | { unfinished: PaymentAttempt };

export class PaymentAttemptStore {
  readonly #storage: OfflineStorage;
  readonly #shown = createObservableStore<Shown>({ userId: null, attempts: [] });
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('app-payments');

  constructor(storage: OfflineStorage) {
    this.#storage = storage;
    // During server rendering there is no document, so the store subscribes to nothing.
    if (typeof document === 'undefined') return;
    const read = () => this.#readIfSeen();
    if (this.#channel) this.#channel.onmessage = read;
    document.addEventListener('visibilitychange', read);
    addEventListener('pageshow', read);
    storage.mode.subscribe(read);
  }

  readonly subscribe = this.#shown.subscribe;
  /** The attempts of the current shopper, newest first. Returns the same array until something changes. */
  readonly current = () => this.#shown.get().attempts;

  /**
   * Reads the shopper's attempts, also those of an earlier sign-in, and deletes outdated ones.
   * @param userId null after a sign-out: no attempts are shown.
   */
  async load(userId: string | null, nowMs = Date.now()): Promise<readonly PaymentAttempt[]> {
    const isNew = this.#shown.get().userId !== userId;
    if (isNew) this.#shown.set({ userId, attempts: [] });
    if (userId !== null && isNew) await this.#claimRows(userId, nowMs);
    await this.#reload(userId);
    return this.current();
  }

  /**
   * Stores a new attempt before anything is sent, so that two tabs cannot start two payments.
   * @returns the attempt, or an unfinished attempt of any tab that blocks the new one.
   */
  async begin({ insteadOf, ...input }: NewAttemptInput): Promise<BeginAttemptResult> {
    await this.load(input.userId);
    const key = createRandomUuid();
    return await this.#change<BeginAttemptResult>(input.userId, (own) => {
      // The storage may run this function twice when the disk is slow. If the first run has stored the attempt, the
      // second run returns that attempt.
      const known = own.find((row) => row.key === key);
      if (known) return { result: { attempt: known } };
      const isLeft = (row: PaymentAttempt) =>
        row.key === insteadOf || (row.reference !== null && row.reference === input.supersedes);
      const unfinished = own.find((row) => doesAttemptBlockPayment(row) && !isLeft(row));
      if (unfinished) return { result: { unfinished } };
      const now = Date.now();
      const createdAt = Math.max(now, (own[0]?.createdAt ?? 0) + 1);
      const attempt = { ...createAttempt(key, 'initialising', now), ...input, createdAt };
      const left = own.filter(isLeft).map((row) => ({ ...row, supersededBy: attempt.key }));
      return { put: [attempt, ...left], result: { attempt } };
    });
  }

  /** Changes the stored attempt, which may be newer than the caller's copy, and notifies every tab. */
  async update(
    attempt: Pick<PaymentAttempt, 'key' | 'userId'>,
    patch: Partial<Omit<PaymentAttempt, 'key' | 'userId'>>,
  ): Promise<PaymentAttempt | null> {
    return await this.#change<PaymentAttempt | null>(attempt.userId, (own) => {
      const row = own.find((other) => other.key === attempt.key);
      if (!row) return { result: null };
      const next = applyAttemptChange(row, patch, Date.now());
      // When the server resumes a cancelled payment, two stored attempts name the same payment, so one of them is
      // deleted.
      const twins = own.filter(
        (other) => other.key !== next.key && next.reference !== null && other.reference === next.reference,
      );
      return { put: [next], drop: twins, result: next };
    });
  }

  /** Deletes a payment attempt when the server says that the payment belongs to another shopper. */
  async drop(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): Promise<void> {
    await this.#change(attempt.userId, (own) => ({
      drop: own.filter((row) => row.key === attempt.key),
      result: undefined,
    }));
  }

  /**
   * Stores the result with which the card page sent the browser back.
   * @param userId null when nobody is signed in.
   */
  async storeReturn(
    userId: string | null,
    reference: string,
    hint: CardPageReturnStatus,
  ): Promise<PaymentAttempt> {
    if (userId !== null) await this.load(userId);
    return await this.#change(userId, (own) => {
      const now = Date.now();
      const known = own.find((row) => row.reference === reference);
      const row = known
        ? applyAttemptChange(known, { hint, state: 'returned' }, now)
        : { ...createAttempt(reference, 'returned', now), userId, reference, hint };
      return { put: [row], result: row };
    });
  }

  /**
   * Deletes finished attempts at sign-out. Unfinished attempts lose their amounts and stay under a hash of the owner's
   * id.
   */
  async erase(userId: string): Promise<void> {
    const hash = await hashOwnerId(userId);
    if (this.#shown.get().userId === userId) this.#shown.set({ userId: null, attempts: [] });
    await this.#changeRows(`pay|${userId}|`, (own) => ({
      put: own.filter((row) => !isAttemptFinished(row)).map((row) => anonymiseAttempt(row, hash)),
      drop: own,
      result: undefined,
    }));
  }

  /** Only a visible tab reads now, because the unfinished read of a frozen tab would block the database. */
  #readIfSeen(): void {
    const { userId } = this.#shown.get();
    if (userId !== null && document.visibilityState === 'visible') void this.#reload(userId);
  }

  async #reload(userId: string | null): Promise<void> {
    const rows = userId === null ? [] : await this.#storage.list(`pay|${userId}|`);
    if (this.#shown.get().userId === userId) this.#shown.set({ userId, attempts: newestFirst(rows) });
  }

  async #claimRows(userId: string, nowMs: number): Promise<void> {
    const hash = await hashOwnerId(userId);
    await this.#changeRows('pay|', (all) => {
      const old = all.filter(
        (row) => isAttemptDeletable(row, nowMs) && (row.userId === null || row.userId === userId),
      );
      const own = all.filter((row) => row.userId === userId && !old.includes(row));
      const left = all.filter((row) => row.userId === hash);
      const returned = all.filter((row) => row.userId === null && !old.includes(row));
      const claimed = returned.map((row) => {
        const known = [...own, ...left].find((other) => other.reference === row.reference);
        return { ...(known ? applyAttemptChange(known, { hint: row.hint }, nowMs) : row), userId };
      });
      const unclaimed = left
        .filter((row) => !claimed.some((other) => other.key === row.key))
        .map((row) => ({ ...row, userId }));
      return { put: [...claimed, ...unclaimed], drop: [...old, ...left, ...returned], result: undefined };
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

  /** Changes stored payment attempts in one step that no other tab interrupts, and deletes damaged ones. */
  async #changeRows<Result>(prefix: string, edit: (rows: PaymentAttempt[]) => Step<Result>): Promise<Result> {
    return await this.#storage.change(prefix, (found) => {
      const step = edit(newestFirst(found));
      const damaged = found.filter(([, row]) => !isValidStoredAttempt(row)).map(([key]) => key);
      const put = step.put?.map((attempt) => [keyOf(attempt), attempt] as const);
      return { put, remove: [...damaged, ...(step.drop ?? []).map(keyOf)], result: step.result };
    });
  }
}

export function createPaymentAttemptStore(services: AppServices): PaymentAttemptStore {
  return new PaymentAttemptStore(services.get(createOfflineStores).storage);
}

export function usePaymentAttemptStore(): PaymentAttemptStore {
  return useAppService(createPaymentAttemptStore);
}

function keyOf(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): string {
  return `pay|${attempt.userId ?? '-'}|${attempt.key}`;
}

function newestFirst(found: StoredKeyValuePairs): PaymentAttempt[] {
  return found
    .map(([, row]) => row)
    .filter(isValidStoredAttempt)
    .sort((a, b) => b.createdAt - a.createdAt || b.updatedAt - a.updatedAt);
}
