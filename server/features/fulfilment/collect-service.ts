import { findAuditLineOfKey, writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import {
  type CounterLine,
  collectOrder,
  findCounterLines,
  type HandedOutLine,
} from './counter-repository.ts';
import { notHandedOutMessage } from './not-handed-out-message.ts';
import { type CodeCheck, checkPickupCode, clearFailedPickupCodes } from './pickup-repository.ts';
import { recordUnproven } from './unproven-service.ts';

export interface HandOut {
  trackingNumber: string;
  code: string;
  /** Line numbers; null: all that wait. */
  lines: readonly number[] | null;
  /** Time of an offline hand-out by the phone's clock, ISO 8601; null: the goods are still here. */
  handedOutAt: string | null;
}

export interface HandOutResult {
  trackingNumber: string;
  handedOut: HandedOutLine[];
  kept: (HandedOutLine & { why: string })[];
}

interface Act {
  actor: string;
  /** The idempotency key: a repeat with a wrong code counts as the same miss. */
  key: string | null;
}

/**
 * Hands out an order's waiting goods against its code. Five wrong codes lock the order, even for the right code. A
 * refused offline hand-out stays an open item until somebody resolves it.
 *
 * @throws {DomainError} `not_found` for an unknown order; `bad_request` for a wrong code, a locked order, or when no
 * requested line can be handed out. The message says why, and who handed out earlier goods when.
 */
export async function collect(db: Database, wish: HandOut, act: Act): Promise<HandOutResult> {
  // A separate transaction, because a refusal must not roll the count back.
  const checked = await db.transaction((tx) => checkCode(tx, wish, act));
  if (!checked) throw new DomainError('not_found', 'There is no such order.');
  const refusal = refusalOf(checked);
  const done = refusal ?? (await db.transaction((tx) => handOut(tx, wish, act)));
  if (typeof done !== 'string') return done;
  const { handedOutAt } = wish;
  if (handedOutAt !== null)
    await db.transaction((tx) => recordUnproven(tx, { ...wish, handedOutAt, refusal: done }, act));
  throw new DomainError('bad_request', done);
}

function refusalOf(checked: CodeCheck): string | null {
  switch (checked.is) {
    case 'right':
      return null;
    case 'locked':
      return 'This order is locked after five wrong codes. Check who the shopper is, then unlock it on the order page (item unlock).';
    case 'wrong':
      return `Wrong code for this order. Tries left: ${checked.triesLeft}.`;
  }
}

/** A repeated wrong code after a lost reply counts once. */
async function checkCode(
  tx: Queryable,
  { trackingNumber, code }: HandOut,
  { actor, key }: Act,
): Promise<CodeCheck | undefined> {
  const missKey = key === null ? null : `${key}:miss`;
  const known = missKey && (await findAuditLineOfKey(tx, missKey));
  if (known) return { is: 'wrong', triesLeft: (known as { after: { triesLeft: number } }).after.triesLeft };
  const found = await checkPickupCode(tx, trackingNumber, code);
  if (found?.is === 'wrong') {
    const [action, target] = ['item.collect_refused', `order:${trackingNumber}`];
    await writeAudit(tx, { actor, action, target, after: { triesLeft: found.triesLeft }, key: missKey });
  }
  return found;
}

/** @returns the lines handed out, or a message why there are none. */
async function handOut(tx: Queryable, wish: HandOut, { actor, key }: Act): Promise<HandOutResult | string> {
  const { trackingNumber, lines } = wish;
  const handedOut = await collectOrder(tx, wish, actor);
  const known = await findCounterLines(tx, trackingNumber);
  const missing = lines?.find((number) => !known.some(({ line }) => line === number));
  if (missing !== undefined) throw new DomainError('bad_request', `This order has no line ${missing}.`);
  const asked = lines === null ? known : known.filter(({ line }) => lines.includes(line));
  const others = asked.filter(({ line }) => !handedOut.some((handed) => handed.line === line));
  if (handedOut.length === 0) {
    // The same request from another tab was first.
    const same = key === null ? undefined : await findAuditLineOfKey(tx, key);
    if (same) return (same as { after: HandOutResult }).after;
    return whyNothing(others);
  }
  const kept = lines === null ? [] : others.map(tellKept);
  const done = { trackingNumber, handedOut, kept };
  const [action, target, before] = ['item.collect', `order:${trackingNumber}`, { handedOut: [] }];
  const { handedOutAt } = wish;
  await writeAudit(tx, {
    ...{ actor, action, target, before, key },
    after: handedOutAt === null ? done : { ...done, handedOutAt },
  });
  if (handedOutAt !== null) {
    for (const { line, why } of kept)
      await recordUnproven(
        tx,
        { trackingNumber, lines: [line], handedOutAt, refusal: `${why}.` },
        { actor, key },
      );
  }
  return done;
}

function tellKept({ line, product, unit, quantity, ...rest }: CounterLine): HandOutResult['kept'][number] {
  return { line, product, unit, quantity, why: notHandedOutMessage(rest) };
}

/** One reason for all lines gives one sentence; otherwise each line has its own. */
function whyNothing(lines: readonly CounterLine[]): string {
  const reasons = lines.map(notHandedOutMessage);
  if (new Set(reasons).size === 1) return `${reasons[0]}.`;
  return lines.map(({ line, product }, index) => `Line ${line}, ${product}: ${reasons[index]}.`).join(' ');
}

/** @throws {DomainError} `not_found` for an unknown order. */
export function unlockPickup(
  db: Database,
  trackingNumber: string,
  act: { actor: string; key: string | null; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await clearFailedPickupCodes(tx, trackingNumber);
    if (!before) throw new DomainError('not_found', 'There is no such order.');
    const target = `order:${trackingNumber}`;
    await writeAudit(tx, { ...act, action: 'item.unlock', target, before, after: { misses: 0 } });
  });
}
