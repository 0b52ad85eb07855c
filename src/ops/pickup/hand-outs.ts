import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { opsGetDashboard, opsGetOrder, opsGetSession } from '#contract/ops/console-endpoints.ts';
import {
  opsGetPickupList,
  opsHandOutOrder,
  opsListInvalidCodeHandOuts,
  opsListOverduePickups,
} from '#contract/ops/pickup-endpoints.ts';
import type { OpsHandOutOrderReply } from '#contract/schemas/ops/pickup.ts';
import { type ApiError, isApiError, isFinalRefusal, isProxyErrorResponse } from '../../lib/api/api-errors.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { createObservableStore } from '../../lib/react/store.ts';
import { refetchEndpoints } from '../frames/console-queries.ts';
import { operatorSessionQuery } from '../session.ts';
import {
  deleteStoredHandOut,
  readStoredHandOuts,
  type StoredHandOut,
  storeHandOut,
} from './counter-storage.ts';
import { markHandedOutInPickupLists } from './pickup-list.ts';

/**
 * Stores hand-outs before they are sent, and sends each under one idempotency key until the server has answered.
 * @source docs/decisions/pickup-counter.md
 */

/**
 * Maximum wait for the server. After it the server counts as unreachable, because the shopper is waiting at the
 * counter.
 */
const PATIENCE_MS = 8_000;

/** The server's answer to a hand-out, or `waiting` while there is none. */
export type HandOutOutcome =
  | { is: 'done'; handedOut: readonly Line[]; kept: readonly (Line & { why: string })[] }
  | { is: 'refused'; why: string }
  /** `isWritten`: the hand-out is stored on the phone and survives a reload. */
  | { is: 'waiting'; isWritten: boolean };
type Answer = Exclude<HandOutOutcome, { is: 'waiting' }>;
interface Line {
  line: number;
  product: string;
}

const known = createObservableStore<readonly StoredHandOut[]>([]);
/** Outcomes of this page's hand-outs by their idempotency keys. */
const outcomes = createObservableStore<ReadonlyMap<string, HandOutOutcome>>(new Map());
/** Hand-outs that the browser could not store. They exist only in this page and are lost when it closes. */
const unwritten = new Map<string, StoredHandOut>();
/** Idempotency keys of the hand-outs that this page is sending and whose answers it handles. */
const underWay = new Set<string>();
/** Number of writes to the phone's storage. If the number changes during a read, the result may be outdated. */
let writes = 0;

/**
 * Returns this phone's hand-outs without an answer or with an unseen refusal, oldest first. Those of other operators
 * are among them, because their goods have left too.
 */
export function useUnfinishedHandOuts(): readonly StoredHandOut[] {
  return useSyncExternalStore(known.subscribe, known.get);
}

/** Returns the outcome of one hand-out; it changes from `waiting` when the server answers later. */
export function useHandOutOutcome(idempotencyKey: string | null): HandOutOutcome | undefined {
  const all = useSyncExternalStore(outcomes.subscribe, outcomes.get);
  return idempotencyKey === null ? undefined : all.get(idempotencyKey);
}

/** Stores a hand-out and sends it while the shopper waits. @returns its key and its outcome so far. */
export async function submitHandOut(
  queryClient: QueryClient,
  wish: Pick<StoredHandOut, 'operator' | 'trackingNumber' | 'name' | 'lines'> & { code: string },
): Promise<{ key: string; outcome: HandOutOutcome }> {
  const one: StoredHandOut = { ...wish, key: createRandomUuid(), at: new Date().toISOString(), told: null };
  const { key } = one;
  underWay.add(key);
  try {
    await keep(one);
    const answer = navigator.onLine ? await sendOne(queryClient, one, {}) : WAITS;
    if (answer.is !== 'waiting') {
      await end(queryClient, one, answer, { isSeen: true });
      return { key, outcome: answer };
    }
    const outcome: HandOutOutcome = { is: 'waiting', isWritten: !unwritten.has(key) };
    setOutcome(key, outcome);
    return { key, outcome };
  } finally {
    underWay.delete(key);
  }
}

/** Sends the operator's waiting hand-outs, also those of other tabs, one by one until one of them gets no answer. */
export async function sendWaitingHandOuts(queryClient: QueryClient, operator: string): Promise<void> {
  const before = writes;
  const written = await readStoredHandOuts().catch(() => []);
  if (writes !== before) return sendWaitingHandOuts(queryClient, operator);
  const now = [...written, ...unwritten.values()];
  followOtherTabs(queryClient, now);
  known.set(now);
  const waiting = now.filter(
    (one) => one.operator === operator && one.told === null && !underWay.has(one.key),
  );
  if (waiting.length === 0 || !navigator.onLine || !(await isSessionOf(queryClient, operator))) return;
  for (const one of waiting) {
    if (underWay.has(one.key)) continue;
    underWay.add(one.key);
    try {
      // `at` is sent because the shopper has left with the goods: a refused hand-out is then listed for an operator to
      // resolve.
      const outcome = await sendOne(queryClient, one, { at: one.at });
      if (outcome.is === 'waiting') return;
      await end(queryClient, one, outcome, { isSeen: false });
    } finally {
      underWay.delete(one.key);
    }
  }
}

/** Records the server's answer to a hand-out in the pickup lists, the order, the stored hand-out and its outcome. */
async function end(
  queryClient: QueryClient,
  one: StoredHandOut,
  outcome: Answer,
  { isSeen }: { isSeen: boolean },
): Promise<void> {
  const given = outcome.is === 'done' ? outcome.handedOut.map(({ line }) => line) : [];
  await markHandedOutInPickupLists(queryClient, one, given);
  const message = isSeen ? null : getOutcomeMessage(outcome);
  if (message === null) await deleteSeenHandOut(one);
  else await keep({ ...one, code: null, told: message });
  setOutcome(one.key, outcome);
  // The goods may have been handed out elsewhere, so the pickup list may be outdated and is fetched again.
  if (outcome.is === 'refused') void refetchEndpoints(queryClient, opsGetPickupList);
  void refetchEndpoints(
    queryClient,
    opsGetOrder,
    opsListOverduePickups,
    opsListInvalidCodeHandOuts,
    opsGetDashboard,
  );
}

function setOutcome(key: string, outcome: HandOutOutcome | null): void {
  const next = new Map(outcomes.get());
  if (outcome) next.set(key, outcome);
  else next.delete(key);
  outcomes.set(next);
}

/** Updates the outcomes of hand-outs that another tab has sent, and fetches the server's data again. */
function followOtherTabs(queryClient: QueryClient, now: readonly StoredHandOut[]): void {
  const isEnded = (key: string) =>
    !underWay.has(key) && !now.some((one) => one.key === key && one.told === null);
  const ended = known.get().filter(({ key, told }) => told === null && isEnded(key));
  for (const { key } of ended) {
    const message = now.find((one) => one.key === key)?.told;
    setOutcome(key, message ? { is: 'refused', why: message } : null);
  }
  if (ended.length > 0) void refetchEndpoints(queryClient, opsGetPickupList, opsGetOrder);
}

const WAITS: HandOutOutcome = { is: 'waiting', isWritten: true };

/**
 * Checks who is signed in, because another tab may have changed it and a hand-out is sent only in its operator's name.
 */
async function isSessionOf(queryClient: QueryClient, operator: string): Promise<boolean> {
  const session = await sendApiRequest(opsGetSession, {}).catch((error) => {
    endSessionIfRefused(queryClient, error);
    return null;
  });
  return session?.data.name === operator;
}

/** Leads to the sign-in page when the server refused a call without a session. @returns true when it did. */
function endSessionIfRefused(queryClient: QueryClient, error: unknown): boolean {
  const hasEnded = isApiError(error, 401) && !isProxyErrorResponse(error);
  if (hasEnded) queryClient.setQueryData(operatorSessionQuery.queryKey, null);
  return hasEnded;
}

/** @param given time at which the goods were handed out, if the shopper has already left. */
async function sendOne(
  queryClient: QueryClient,
  { key, trackingNumber, code, lines }: StoredHandOut,
  given: { at?: string },
): Promise<HandOutOutcome> {
  try {
    const { data } = await sendApiRequest(opsHandOutOrder, {
      params: { trackingNumber },
      // Each attempt sends the same code and lines, because the server would refuse different ones under the same key.
      body: { code: code ?? '', lines: [...lines], ...given },
      idempotencyKey: key,
      timeoutMs: PATIENCE_MS,
    });
    return { is: 'done', ...doneOf(data) };
  } catch (error) {
    // Without a session nothing was checked. The goods are still here unless the shopper has left.
    const isRefused = endSessionIfRefused(queryClient, error)
      ? given.at === undefined
      : isFinalRefusal(error);
    return isRefused ? { is: 'refused', why: (error as ApiError).serverMessage } : WAITS;
  }
}

function doneOf(data: OpsHandOutOrderReply['data']) {
  return 'after' in data ? data.after : data;
}

function getOutcomeMessage(outcome: Answer): string | null {
  if (outcome.is === 'refused') return outcome.why;
  if (outcome.kept.length === 0) return null;
  return outcome.kept.map(({ line, product, why }) => `Line ${line}, ${product}: ${why}.`).join(' ');
}

async function keep(one: StoredHandOut): Promise<void> {
  await storeHandOut(one).then(
    () => unwritten.delete(one.key),
    () => unwritten.set(one.key, one),
  );
  writes += 1;
  known.set([...known.get().filter(({ key }) => key !== one.key), one]);
}

/**
 * Deletes from the phone a hand-out whose outcome the operator has seen. The server lists a refused one until it is
 * resolved.
 */
export async function deleteSeenHandOut(one: StoredHandOut): Promise<void> {
  unwritten.delete(one.key);
  await deleteStoredHandOut(one);
  writes += 1;
  known.set(known.get().filter(({ key }) => key !== one.key));
}
