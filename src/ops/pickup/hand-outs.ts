import { useSyncExternalStore } from 'react';
import { opsSession } from '#contract/ops-endpoints.ts';
import { opsCollect } from '#contract/ops-pickup-endpoints.ts';
import type { OpsCollectReply } from '#contract/schemas/ops-pickup.ts';
import { type ApiError, isApiError, isProxyFault } from '../../lib/api-errors.ts';
import { send } from '../../lib/api-send.ts';
import { newKey } from '../../lib/new-key.ts';
import { createStore } from '../../lib/store.ts';
import { deleteHandOut, type HandOut, readHandOuts, writeHandOut } from './desk-records.ts';

/** Hand-outs: written down before they are sent, sent under one key until they are answered. @source decisions/0073 */

/** Somebody stands in front of the counter: a line that does not answer by then counts as none. */
const PATIENCE_MS = 8_000;

/** What the shop said, or that it has said nothing yet. */
export type Outcome =
  | { is: 'done'; handedOut: readonly Line[]; kept: readonly (Line & { why: string })[] }
  | { is: 'refused'; why: string }
  /** `isWritten`: it outlives the page. */
  | { is: 'waiting'; isWritten: boolean };
interface Line {
  line: number;
  product: string;
}

const known = createStore<readonly HandOut[]>([]);
/** What the browser's database did not take: there as long as the page. */
const unwritten = new Map<string, HandOut>();
/** Sent by this page now: whoever sent it hears the answer. */
const underWay = new Set<string>();
/** How often something was written: what was read meanwhile may be over. */
let writes = 0;

/** Every hand-out of the operator that has no answer, or one that nobody has seen. The oldest first. */
export function useHandOuts(): readonly HandOut[] {
  return useSyncExternalStore(known.subscribe, known.get);
}

/** Writes a hand-out down and sends it. @returns what came of it. */
export async function handOut(
  wish: Pick<HandOut, 'operator' | 'trackingNumber' | 'name' | 'lines'> & { code: string },
): Promise<Outcome> {
  const one: HandOut = { ...wish, key: newKey(), at: new Date().toISOString(), told: null };
  underWay.add(one.key);
  try {
    await keep(one);
    const outcome = navigator.onLine ? await sendOne(one) : WAITS;
    if (outcome.is === 'waiting') return { is: 'waiting', isWritten: !unwritten.has(one.key) };
    await forget(one);
    return outcome;
  } finally {
    underWay.delete(one.key);
  }
}

/** Reads what waits, also from other tabs, and sends it in turn until one is not answered. */
export async function tendHandOuts(operator: string): Promise<void> {
  const before = writes;
  const written = await readHandOuts(operator).catch(() => []);
  if (writes !== before) return tendHandOuts(operator);
  const own = [...unwritten.values()].filter((one) => one.operator === operator);
  known.set([...written, ...own]);
  const waiting = known.get().filter(({ key, told }) => told === null && !underWay.has(key));
  if (waiting.length === 0 || !navigator.onLine || !(await isSessionOf(operator))) return;
  for (const one of waiting) {
    if (underWay.has(one.key)) continue;
    underWay.add(one.key);
    try {
      const outcome = await sendOne(one);
      if (outcome.is === 'waiting') return;
      const told = toldOf(outcome);
      if (told === null) await forget(one);
      else await keep({ ...one, code: null, told });
    } finally {
      underWay.delete(one.key);
    }
  }
}

/** Somebody has read what was refused. */
export async function markSeen(one: HandOut): Promise<void> {
  await forget(one);
}

const WAITS: Outcome = { is: 'waiting', isWritten: true };

/** A hand-out goes as its operator's or not at all: another tab may have signed in as somebody else. */
async function isSessionOf(operator: string): Promise<boolean> {
  const session = await send(opsSession, {}).catch(() => null);
  return session?.data.name === operator;
}

async function sendOne({ key, trackingNumber, code, lines, at }: HandOut): Promise<Outcome> {
  try {
    const { data } = await send(opsCollect, {
      params: { trackingNumber },
      // The same words each time: under one key others would be another act.
      body: { code: code ?? '', lines: [...lines], at },
      idempotencyKey: key,
      timeoutMs: PATIENCE_MS,
    });
    return { is: 'done', ...doneOf(data) };
  } catch (error) {
    return isRefusal(error) ? { is: 'refused', why: error.serverMessage } : WAITS;
  }
}

function doneOf(data: OpsCollectReply['data']) {
  return 'after' in data ? data.after : data;
}

/** A session that ended, a busy shop and a proxy refuse nothing for good. */
function isRefusal(error: unknown): error is ApiError {
  if (!isApiError(error) || isProxyFault(error)) return false;
  return (
    error.status < 500 && ![401, 408, 429].includes(error.status) && error.code !== 'idempotency_running'
  );
}

function toldOf(outcome: Exclude<Outcome, { is: 'waiting' }>): string | null {
  if (outcome.is === 'refused') return outcome.why;
  if (outcome.kept.length === 0) return null;
  return outcome.kept.map(({ line, product, why }) => `Line ${line}, ${product}: ${why}.`).join(' ');
}

async function keep(one: HandOut): Promise<void> {
  await writeHandOut(one).then(
    () => unwritten.delete(one.key),
    () => unwritten.set(one.key, one),
  );
  writes += 1;
  known.set([...known.get().filter(({ key }) => key !== one.key), one]);
}

async function forget(one: HandOut): Promise<void> {
  unwritten.delete(one.key);
  await deleteHandOut(one);
  writes += 1;
  known.set(known.get().filter(({ key }) => key !== one.key));
}
