import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { findOrderLinesAtPickupCounter, markOrderLinesHandedOut } from './counter-repository.ts';
import * as rows from './invalid-code-repository.ts';

interface Refused {
  trackingNumber: string;
  lines: readonly number[] | null;
  /** Time of the hand-out by the phone's clock, ISO 8601. */
  handedOutAt: string;
  refusal: string;
}

/**
 * Records the lines of a hand-out whose pickup code was refused. The order lines change only when somebody resolves
 * the hand-out.
 */
export async function recordHandOutWithInvalidCode(
  tx: Queryable,
  { trackingNumber, lines, handedOutAt, refusal }: Refused,
  { actor, key }: { actor: string; key: string | null },
): Promise<void> {
  const ownKey = key ?? `${actor} ${handedOutAt}`;
  const given = { trackingNumber, lines, key: ownKey, givenBy: actor, givenAt: handedOutAt, refusal };
  const recorded = await rows.insertHandOutWithInvalidCode(tx, given);
  if (recorded.length === 0) return;
  const [action, target] = ['item.given_without_proof', `order:${trackingNumber}`];
  const after = { lines: recorded, handedOutAt, refusal };
  await writeAuditEntry(tx, { actor, action, target, before: { lines: [] }, after });
}

/**
 * Resolves a hand-out with an invalid code: goods since collected with the code, confirmed by the shopper, or lost.
 * @throws {DomainError} `not_found`; `bad_request` when the outcome does not match the order line.
 */
export function resolveHandOutWithInvalidCode(
  db: Pick<Database, 'transaction'>,
  id: number,
  outcome: rows.InvalidCodeResolution,
  context: { actor: string; key: string | null; reason: string },
): Promise<rows.HandOutWithInvalidCodeRow> {
  return db.transaction(async (tx) => {
    const item = await rows.lockHandOutWithInvalidCode(tx, id);
    if (!item) throw new DomainError('not_found', 'There is no such item.');
    if (item.outcome)
      throw new DomainError(
        'bad_request',
        `Already resolved by ${nameOf(item.resolvedBy)}: ${item.outcome}.`,
      );
    if (outcome === 'collected') await requireCollected(tx, item);
    if (outcome === 'confirmed') await handOutConfirmed(tx, item, context.actor);
    await rows.setInvalidCodeResolution(tx, id, outcome, context.actor);
    const { trackingNumber, line } = item;
    const [before, after] = [{ outcome: null }, { id, line, outcome }];
    await writeAuditEntry(tx, {
      ...context,
      action: 'item.resolve',
      target: `order:${trackingNumber}`,
      before,
      after,
    });
    return { ...item, outcome, resolvedBy: context.actor };
  });
}

const nameOf = (actor: string | null): string => (actor ?? 'somebody').replace(/^operator:/, '');

async function requireCollected(
  tx: Queryable,
  { trackingNumber, line }: rows.HandOutWithInvalidCodeRow,
): Promise<void> {
  const lines = await findOrderLinesAtPickupCounter(tx, trackingNumber);
  if (lines.some((one) => one.line === line && one.state === 'collected')) return;
  throw new DomainError(
    'bad_request',
    'This line was not handed out with its code. Ask the shopper for the code and hand it out at the counter first.',
  );
}

/**
 * Marks the goods as collected, because the shopper confirmed to have them. The operator who handed them out may not
 * confirm this.
 */
async function handOutConfirmed(
  tx: Queryable,
  item: rows.HandOutWithInvalidCodeRow,
  actor: string,
): Promise<void> {
  if (item.givenBy === actor)
    throw new DomainError(
      'bad_request',
      'You handed it out yourself: another operator has to ask the shopper.',
    );
  const { trackingNumber, line } = item;
  const handedOut = await markOrderLinesHandedOut(tx, { trackingNumber, code: null, lines: [line] }, actor);
  if (handedOut.length === 0)
    throw new DomainError(
      'bad_request',
      'This line is no longer owed: it was handed out or refunded. Choose another outcome.',
    );
}
