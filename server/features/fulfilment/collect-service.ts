import { findAuditEntryByIdempotencyKey, writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import {
  findOrderLinesAtPickupCounter,
  type HandedOutOrderLine,
  markOrderLinesHandedOut,
  type OrderLineAtPickupCounter,
} from './counter-repository.ts';
import { recordHandOutWithInvalidCode } from './invalid-code-service.ts';
import { formatNotHandedOutMessage } from './not-handed-out-message.ts';
import {
  checkPickupCode,
  type PickupCodeCheckResult,
  resetWrongPickupCodeCount,
} from './pickup-repository.ts';

export interface OrderHandOutRequest {
  trackingNumber: string;
  code: string;
  /** Numbers of the order lines to hand out; null: all lines that are ready. */
  lines: readonly number[] | null;
  /** Time of an offline hand-out by the phone's clock, ISO 8601; null: the goods were not handed out yet. */
  handedOutAt: string | null;
}

export interface OrderHandOutResult {
  trackingNumber: string;
  handedOut: HandedOutOrderLine[];
  kept: (HandedOutOrderLine & { why: string })[];
}

interface ActorContext {
  actor: string;
  /** Idempotency key, by which a repeated request with a wrong code does not count as another wrong attempt. */
  key: string | null;
}

/**
 * Hands out an order's goods to a shopper who shows its pickup code. Five wrong codes lock the order, even for the
 * right code.
 * @throws {DomainError} `not_found` for an unknown order; `bad_request` with the reason of any other refusal.
 */
export async function handOutOrder(
  db: Database,
  request: OrderHandOutRequest,
  context: ActorContext,
): Promise<OrderHandOutResult> {
  // The code is checked in its own transaction, because a refusal must not undo the count of wrong codes.
  const checked = await db.transaction((tx) => checkCode(tx, request, context));
  if (!checked) throw new DomainError('not_found', 'There is no such order.');
  const refusal = refusalOf(checked);
  const done = refusal ?? (await db.transaction((tx) => handOut(tx, request, context)));
  if (typeof done !== 'string') return done;
  const { handedOutAt } = request;
  if (handedOutAt !== null)
    await db.transaction((tx) =>
      recordHandOutWithInvalidCode(tx, { ...request, handedOutAt, refusal: done }, context),
    );
  throw new DomainError('bad_request', done);
}

function refusalOf(checked: PickupCodeCheckResult): string | null {
  switch (checked.is) {
    case 'right':
      return null;
    case 'locked':
      return 'This order is locked after five wrong codes. Check who the shopper is, then unlock it on the order page (item unlock).';
    case 'wrong':
      return `Wrong code for this order. Tries left: ${checked.triesLeft}.`;
  }
}

/** Checks the pickup code. A wrong code that is sent again after a lost reply counts once. */
async function checkCode(
  tx: Queryable,
  { trackingNumber, code }: OrderHandOutRequest,
  { actor, key }: ActorContext,
): Promise<PickupCodeCheckResult | undefined> {
  const missKey = key === null ? null : `${key}:miss`;
  const known = missKey && (await findAuditEntryByIdempotencyKey(tx, missKey));
  if (known) return { is: 'wrong', triesLeft: (known as { after: { triesLeft: number } }).after.triesLeft };
  const found = await checkPickupCode(tx, trackingNumber, code);
  if (found?.is === 'wrong') {
    const [action, target] = ['item.collect_refused', `order:${trackingNumber}`];
    await writeAuditEntry(tx, { actor, action, target, after: { triesLeft: found.triesLeft }, key: missKey });
  }
  return found;
}

/** Hands out the order lines. @returns the lines handed out, or a message that says why there are none. */
async function handOut(
  tx: Queryable,
  request: OrderHandOutRequest,
  { actor, key }: ActorContext,
): Promise<OrderHandOutResult | string> {
  const { trackingNumber, lines } = request;
  const handedOut = await markOrderLinesHandedOut(tx, request, actor);
  const known = await findOrderLinesAtPickupCounter(tx, trackingNumber);
  const missing = lines?.find((number) => !known.some(({ line }) => line === number));
  if (missing !== undefined) throw new DomainError('bad_request', `This order has no line ${missing}.`);
  const requested = lines === null ? known : known.filter(({ line }) => lines.includes(line));
  const others = requested.filter(({ line }) => !handedOut.some((handed) => handed.line === line));
  if (handedOut.length === 0) {
    // A repeated request gets the first one's result, because another tab may have sent the same hand-out.
    const same = key === null ? undefined : await findAuditEntryByIdempotencyKey(tx, key);
    if (same) return (same as { after: OrderHandOutResult }).after;
    return explainNothingHandedOut(others);
  }
  const uncollected = lines === null ? [] : others.map(toKeptLine);
  const done = { trackingNumber, handedOut, kept: uncollected };
  const [action, target, before] = ['item.collect', `order:${trackingNumber}`, { handedOut: [] }];
  const { handedOutAt } = request;
  await writeAuditEntry(tx, {
    ...{ actor, action, target, before, key },
    after: handedOutAt === null ? done : { ...done, handedOutAt },
  });
  if (handedOutAt !== null) {
    for (const { line, why } of uncollected)
      await recordHandOutWithInvalidCode(
        tx,
        { trackingNumber, lines: [line], handedOutAt, refusal: `${why}.` },
        { actor, key },
      );
  }
  return done;
}

function toKeptLine({
  line,
  product,
  unit,
  quantity,
  ...rest
}: OrderLineAtPickupCounter): OrderHandOutResult['kept'][number] {
  return { line, product, unit, quantity, why: formatNotHandedOutMessage(rest) };
}

/** Explains why nothing was handed out: one sentence for a common reason, otherwise one for each order line. */
function explainNothingHandedOut(lines: readonly OrderLineAtPickupCounter[]): string {
  const reasons = lines.map(formatNotHandedOutMessage);
  if (new Set(reasons).size === 1) return `${reasons[0]}.`;
  return lines.map(({ line, product }, index) => `Line ${line}, ${product}: ${reasons[index]}.`).join(' ');
}

/** Resets the count of wrong pickup codes. @throws {DomainError} `not_found` for an unknown order. */
export function unlockPickupCode(
  db: Database,
  trackingNumber: string,
  context: { actor: string; key: string | null; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await resetWrongPickupCodeCount(tx, trackingNumber);
    if (!before) throw new DomainError('not_found', 'There is no such order.');
    const target = `order:${trackingNumber}`;
    await writeAuditEntry(tx, { ...context, action: 'item.unlock', target, before, after: { misses: 0 } });
  });
}
