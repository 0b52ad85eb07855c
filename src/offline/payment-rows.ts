import { durableRows } from './durable-rows.ts';
import type { PaymentAttempt } from './payment-states.ts';

/**
 * Where payment attempts lie: `pay|user|key`; those of nobody yet under `pay|-|reference`; those of a shopper
 * who signed out under `pay|#hash|key`, without amounts. What no storage of this phone keeps lives in memory,
 * as long as the tab.
 */

const rows = durableRows('payments');

export interface AttemptStep<Result> {
  put?: PaymentAttempt[];
  drop?: PaymentAttempt[];
  result: Result;
}

function keyOf(attempt: Pick<PaymentAttempt, 'key' | 'userId'>): string {
  return `pay|${attempt.userId ?? '-'}|${attempt.key}`;
}

function newestFirst(found: [string, unknown][]): PaymentAttempt[] {
  return found
    .map(([, row]) => row)
    .filter(isAttempt)
    .sort((a, b) => b.createdAt - a.createdAt || b.updatedAt - a.updatedAt);
}

/** @param holder a user id, `-` for nobody, or a hash of `hashOf`. @returns newest first. */
export async function listAttempts(holder: string): Promise<PaymentAttempt[]> {
  return newestFirst(await rows.list(`pay|${holder}|`));
}

/**
 * One step over a holder's attempts that no other tab interrupts.
 *
 * @param holder as for `listAttempts`; an empty one means everybody's.
 */
export async function changeAttempts<Result>(
  holder: string,
  edit: (own: PaymentAttempt[]) => AttemptStep<Result>,
): Promise<Result> {
  const prefix = holder === '' ? 'pay|' : `pay|${holder}|`;
  return await rows.change(
    prefix,
    (found) => {
      const step = edit(newestFirst(found));
      const damaged = found.filter(([, row]) => !isAttempt(row)).map(([key]) => key);
      return {
        put: step.put?.map((attempt) => [keyOf(attempt), attempt]),
        remove: [...damaged, ...(step.drop ?? []).map(keyOf)],
        result: step.result,
      };
    },
    'memory',
  );
}

/** A row that something else damaged is no attempt. */
function isAttempt(row: unknown): row is PaymentAttempt {
  const attempt = row as Partial<PaymentAttempt> | null;
  return (
    typeof attempt === 'object' &&
    attempt !== null &&
    typeof attempt.key === 'string' &&
    (typeof attempt.userId === 'string' || attempt.userId === null) &&
    typeof attempt.state === 'string' &&
    typeof attempt.createdAt === 'number' &&
    typeof attempt.updatedAt === 'number'
  );
}

/** Key, reference, state and times; nothing that tells who bought what for how much. */
export function withoutAmounts(attempt: PaymentAttempt, holder: string): PaymentAttempt {
  return {
    ...attempt,
    userId: holder,
    authorizationUrl: null,
    method: null,
    cartId: null,
    walletUse: 0,
    totalAmount: 0,
    result: null,
  };
}

/** `#` and 16 hex digits of the id's SHA-256: enough to find one's own row again. */
export async function hashOf(userId: string): Promise<string> {
  const text = `attempt of ${userId}`;
  // SHA-256 needs a secure context. Ids are random: there any even spread of their bits serves.
  if (!crypto.subtle) return `#${spread(text, 0x811c9dc5)}${spread(text, 0x9dc5811c)}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** FNV-1a. @returns 8 hex digits. */
function spread(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
