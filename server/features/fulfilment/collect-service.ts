import { findAuditLineOfKey, writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/error-handler.ts';
import { type CounterLine, collectOrder, findCounterLines, type HandedLine } from './counter-repository.ts';
import { keptWords } from './kept-words.ts';
import { type CodeCheck, checkPickupCode, clearPickupMisses } from './pickup-repository.ts';

/** What somebody at a counter wants to hand out. */
export interface HandOut {
  trackingNumber: string;
  code: string;
  /** Numbers of its lines; null: all that wait. */
  lines: readonly number[] | null;
  /** When the goods were given, by the clock of whoever was without a line. ISO 8601; null: now. */
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
 * @throws {DomainError} `not_found` for an unknown order; `bad_request` for a wrong code, a locked order, or when nothing
 * of what was asked for can be handed out: then its message says why, and of what was handed out before when and by whom.
 */
export async function collect(db: Database, wish: HandOut, act: Act): Promise<HandedOut> {
  // By itself: a refusal must not undo the count.
  const checked = await db.transaction((tx) => checkCode(tx, wish, act));
  if (!checked) throw new DomainError('not_found', 'There is no such order.');
  if (checked.is === 'locked')
    throw new DomainError(
      'bad_request',
      'Five wrong codes have locked this order. See who the shopper is, then: item unlock.',
    );
  if (checked.is === 'wrong')
    throw new DomainError(
      'bad_request',
      `Wrong code: it is not this order's. Tries left: ${checked.triesLeft}.`,
    );
  return db.transaction((tx) => handOut(tx, wish, act));
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

async function handOut(tx: Queryable, wish: HandOut, { actor, key }: Act): Promise<HandedOut> {
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
    throw new DomainError('bad_request', whyNothing(others));
  }
  const done = { trackingNumber, handedOut, kept: lines === null ? [] : others.map(tellKept) };
  const [action, target, before] = ['item.collect', `order:${trackingNumber}`, { handedOut: [] }];
  const { handedOutAt } = wish;
  await writeAudit(tx, {
    ...{ actor, action, target, before, key },
    after: handedOutAt === null ? done : { ...done, handedOutAt },
  });
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
