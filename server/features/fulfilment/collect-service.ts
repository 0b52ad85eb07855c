import { findAuditLineOfKey, writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { type CounterLine, collectOrder, findCounterLines, type HandedLine } from './counter-repository.ts';
import { keptWords } from './kept-words.ts';
import { type CodeCheck, checkPickupCode, clearPickupMisses } from './pickup-repository.ts';
import { recordUnproven } from './unproven-service.ts';

/** What somebody at a counter wants to hand out. */
export interface HandOut {
  trackingNumber: string;
  code: string;
  /** Numbers of its lines; null: all that wait. */
  lines: readonly number[] | null;
  /** The goods were given without a connection: when, by the phone's clock. ISO 8601; null: they are still here. */
  handedOutAt: string | null;
}

/** What came of it. */
export interface HandedOut {
  trackingNumber: string;
  handedOut: HandedLine[];
  /** What was asked for by its number and not handed out, and why. */
  kept: (HandedLine & { why: string })[];
}

interface Act {
  actor: string;
  /** The same key again is the same act; of a wrong code, the same miss. */
  key: string | null;
}

/**
 * Hands out what an order has waiting, against its code. Five wrong codes lock it, also for the right one.
 *
 * What is refused of goods that were given already stays an open item, until somebody resolves it.
 *
 * @throws {DomainError} `not_found` for an unknown order; `bad_request` for a wrong code, a locked order, or when nothing
 * of what was asked for can be handed out: then its message says why, and of what was handed out before when and by whom.
 */
export async function collect(db: Database, wish: HandOut, act: Act): Promise<HandedOut> {
  // By itself: a refusal must not undo the count.
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
      return 'Five wrong codes have locked this order. See who the shopper is, then: item unlock.';
    case 'wrong':
      return `Wrong code: it is not this order's. Tries left: ${checked.triesLeft}.`;
  }
}

/** A wrong code that is sent again, since its answer never came, is no second miss. */
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

/** @returns what was handed out; or why nothing was. */
async function handOut(tx: Queryable, wish: HandOut, { actor, key }: Act): Promise<HandedOut | string> {
  const { trackingNumber, lines } = wish;
  const handedOut = await collectOrder(tx, wish, actor);
  const known = await findCounterLines(tx, trackingNumber);
  const missing = lines?.find((number) => !known.some(({ line }) => line === number));
  if (missing !== undefined) throw new DomainError('bad_request', `This order has no line ${missing}.`);
  const asked = lines === null ? known : known.filter(({ line }) => lines.includes(line));
  const others = asked.filter(({ line }) => !handedOut.some((handed) => handed.line === line));
  if (handedOut.length === 0) {
    // The same act from another tab, which came first.
    const same = key === null ? undefined : await findAuditLineOfKey(tx, key);
    if (same) return (same as { after: HandedOut }).after;
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

function tellKept({ line, product, unit, quantity, ...rest }: CounterLine): HandedOut['kept'][number] {
  return { line, product, unit, quantity, why: keptWords(rest) };
}

/** One sentence where one reason holds for all, else one for each line. */
function whyNothing(lines: readonly CounterLine[]): string {
  const reasons = lines.map(keptWords);
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
    const before = await clearPickupMisses(tx, trackingNumber);
    if (!before) throw new DomainError('not_found', 'There is no such order.');
    const target = `order:${trackingNumber}`;
    await writeAudit(tx, { ...act, action: 'item.unlock', target, before, after: { misses: 0 } });
  });
}
