import { newKey } from '../lib/new-key.ts';
import { createStore } from '../lib/store.ts';
import { onDiskBack } from './idb.ts';
import { withLock } from './locks.ts';
import { changeAttempts, hashOf, listAttempts, withoutAmounts } from './payment-rows.ts';
import {
  changed,
  isFinal,
  isInTheWay,
  isOutdated,
  type PaymentAttempt,
  type ReturnHint,
} from './payment-states.ts';

/**
 * The memory of payments on this phone. The attempt row remembers, the address of a return is a hint, and only
 * the server's answer is a verdict. A row is written before the first request leaves.
 */

/** Three tries of at most 35 s, 2 s apart. */
const INITIALISE_LONGEST_MS = 120_000;

interface Shown {
  userId: string | null;
  /** The loaded shopper's, newest first. */
  attempts: readonly PaymentAttempt[];
}

const shown = createStore<Shown>({ userId: null, attempts: [] });
export const subscribeAttempts = shown.subscribe;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('app-payments');
if (channel) channel.onmessage = readIfSeen;
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', readIfSeen);
  addEventListener('pageshow', readIfSeen);
}
onDiskBack(readIfSeen);

/**
 * A hidden tab reads once it is seen. A frozen one hears too, but never ends what it begins: its reading would keep
 * the database from the tab that pays, whose reference would not be on the disk before the card page.
 */
function readIfSeen(): void {
  const isSeen = typeof document !== 'undefined' && document.visibilityState === 'visible';
  if (shown.get().userId !== null && isSeen) void reload(shown.get().userId);
}

/** The loaded shopper's attempts, newest first. The same array until something changes. */
export function currentAttempts(): readonly PaymentAttempt[] {
  return shown.get().attempts;
}

/** Whether a payment is just being started; a reload would lose its answer. A killed one's time is long over. */
export function isInitialising(nowMs = Date.now()): boolean {
  return shown
    .get()
    .attempts.some(
      (attempt) =>
        attempt.state === 'initialising' && Math.abs(nowMs - attempt.updatedAt) < INITIALISE_LONGEST_MS,
    );
}

function publish(userId: string | null, attempts: readonly PaymentAttempt[]): void {
  shown.set({ userId, attempts });
}

async function reload(userId: string | null): Promise<void> {
  if (userId === null) return publish(null, []);
  const attempts = await listAttempts(userId);
  if (shown.get().userId === userId) publish(userId, attempts);
}

async function change<Result>(
  userId: string | null,
  edit: Parameters<typeof changeAttempts<Result>>[1],
): Promise<Result> {
  const result = await changeAttempts(userId ?? '-', edit);
  if (userId !== null && userId === shown.get().userId) await reload(userId);
  channel?.postMessage('changed');
  return result;
}

/**
 * Reads the shopper's rows; takes up returns that came back signed out, and what an earlier sign-out left of
 * their own; drops what is outdated.
 *
 * @param userId null after a sign-out: nothing is shown then.
 */
export async function loadAttempts(
  userId: string | null,
  nowMs = Date.now(),
): Promise<readonly PaymentAttempt[]> {
  const isNew = shown.get().userId !== userId;
  if (isNew) publish(userId, []);
  if (userId !== null && isNew) await claimRows(userId, nowMs);
  await reload(userId);
  return shown.get().attempts;
}

async function claimRows(userId: string, nowMs: number): Promise<void> {
  const hash = await hashOf(userId);
  await changeAttempts('', (all) => {
    const old = all.filter((row) => isOutdated(row, nowMs) && (row.userId === null || row.userId === userId));
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

export type NewAttempt = Pick<
  PaymentAttempt,
  'cartId' | 'method' | 'walletUse' | 'totalAmount' | 'supersedes'
> & {
  userId: string;
  /** Key of an attempt without a reference that the shopper leaves for this one. */
  insteadOf?: string;
};

/**
 * Writes the row of a new attempt, before anything is sent. Two tabs cannot begin two.
 *
 * @returns the attempt, or the unfinished one that stands in the way (in any tab), unless the new one
 *   supersedes it.
 */
export async function beginAttempt({
  insteadOf,
  ...input
}: NewAttempt): Promise<{ attempt: PaymentAttempt } | { unfinished: PaymentAttempt }> {
  await loadAttempts(input.userId);
  const key = newKey();
  return await withLock('pay', () =>
    change<{ attempt: PaymentAttempt } | { unfinished: PaymentAttempt }>(input.userId, (own) => {
      // The step may run twice, on a slow disk: the first time wrote the row.
      const known = own.find((row) => row.key === key);
      if (known) return { result: { attempt: known } };
      const isLeft = (row: PaymentAttempt) =>
        row.key === insteadOf || (row.reference !== null && row.reference === input.supersedes);
      const unfinished = own.find((row) => isInTheWay(row) && !isLeft(row));
      if (unfinished) return { result: { unfinished } };
      const now = Date.now();
      const attempt: PaymentAttempt = {
        ...input,
        key,
        state: 'initialising',
        reference: null,
        authorizationUrl: null,
        hint: null,
        result: null,
        acknowledged: false,
        createdAt: Math.max(now, (own[0]?.createdAt ?? 0) + 1),
        updatedAt: now,
      };
      const left = own.filter(isLeft).map((row) => ({ ...row, supersededBy: attempt.key }));
      return { put: [attempt, ...left], result: { attempt } };
    }),
  );
}

/** Changes the stored row (the newest, not the caller's copy) and tells every tab. */
export async function updateAttempt(
  attempt: Pick<PaymentAttempt, 'key' | 'userId'>,
  patch: Partial<Omit<PaymentAttempt, 'key' | 'userId'>>,
): Promise<PaymentAttempt | null> {
  return await change<PaymentAttempt | null>(attempt.userId, (own) => {
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
export async function dropAttempt(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): Promise<void> {
  await change(attempt.userId, (own) => ({
    drop: own.filter((row) => row.key === attempt.key),
    result: undefined,
  }));
}

/**
 * Notes what the address of a return says. Repeating it changes nothing.
 *
 * @param userId null when nobody is signed in here: the row is kept ownerless for a day.
 */
export async function noteReturn(
  userId: string | null,
  reference: string,
  hint: ReturnHint,
): Promise<PaymentAttempt> {
  if (userId !== null) await loadAttempts(userId);
  return await change(userId, (own) => {
    const now = Date.now();
    const known = own.find((row) => row.reference === reference);
    if (known) {
      const noted = changed(known, { hint, state: 'returned' }, now);
      return { put: [noted], result: noted };
    }
    const row: PaymentAttempt = {
      key: reference,
      userId,
      state: 'returned',
      reference,
      authorizationUrl: null,
      method: null,
      cartId: null,
      walletUse: 0,
      totalAmount: 0,
      hint,
      result: null,
      supersedes: null,
      acknowledged: false,
      createdAt: now,
      updatedAt: now,
    };
    return { put: [row], result: row };
  });
}

/**
 * At sign-out: what is over is deleted; what is not keeps only key, reference, state and times, under a hash
 * of the shopper's id, so that the same shopper finds it again and nobody else sees a figure.
 */
export async function eraseAttempts(userId: string): Promise<void> {
  const hash = await hashOf(userId);
  if (shown.get().userId === userId) publish(null, []);
  await changeAttempts(userId, (own) => ({
    put: own.filter((row) => !isFinal(row)).map((row) => withoutAmounts(row, hash)),
    drop: own,
    result: undefined,
  }));
}
