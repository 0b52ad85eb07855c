import { foldText } from '#contract/rules/text/search-words.ts';
import type { OpsOrderReply } from '#contract/schemas/ops/console.ts';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import type { PickupListRow, StoredHandOut } from './counter-storage.ts';

/** An order with the goods that the pickup counter can hand out or already has. */
export interface PickupCounterOrder {
  trackingNumber: string;
  name: string;
  lines: readonly PickupCounterOrderLine[];
}

export interface PickupCounterOrderLine
  extends Pick<
    PickupListRow,
    | 'line'
    | 'product'
    | 'unit'
    | 'quantity'
    | 'state'
    | 'readyAt'
    | 'isOverdue'
    | 'collectedAt'
    | 'collectedBy'
  > {
  /** Time of a hand-out on this phone that the server has not confirmed yet; null: none. */
  givenAt: string | null;
}

/** Groups a pickup list's rows by order and adds the hand-outs of this phone. */
export function toPickupCounterOrders(
  rows: readonly PickupListRow[],
  handOuts: readonly StoredHandOut[],
): PickupCounterOrder[] {
  const orders = new Map<string, PickupCounterOrder & { lines: PickupCounterOrderLine[] }>();
  for (const row of rows) {
    const { trackingNumber, name } = row;
    const order = orders.get(trackingNumber) ?? { trackingNumber, name, lines: [] };
    order.lines.push({ ...row, givenAt: givenAt(handOuts, trackingNumber, row.line) });
    orders.set(trackingNumber, order);
  }
  return [...orders.values()];
}

/** Adds the hand-outs stored on this phone to an order from the server. */
export function toPickupCounterOrder(
  { trackingNumber, shopper, lines }: OpsOrderReply['data'],
  handOuts: readonly StoredHandOut[],
): PickupCounterOrder {
  return {
    trackingNumber,
    name: shopper,
    lines: lines.map((line) => ({
      ...line,
      givenAt: givenAt(handOuts, trackingNumber, line.line),
    })),
  };
}

function givenAt(handOuts: readonly StoredHandOut[], trackingNumber: string, line: number): string | null {
  const given = handOuts.find(
    (one) => one.told === null && one.trackingNumber === trackingNumber && one.lines.includes(line),
  );
  return given?.at ?? null;
}

/** True when the line can be handed out now. */
export function isLineReadyToHandOut({ state, givenAt }: PickupCounterOrderLine): boolean {
  return state === 'waiting' && givenAt === null;
}

/** True when goods of the order were not collected in time. */
export function isOrderOverdue({ lines }: PickupCounterOrder): boolean {
  return lines.some((line) => line.isOverdue && line.givenAt === null && line.state !== 'collected');
}

/** Formats the goods of an order line: `2 x Palm oil (Keg 5 l)`. */
export function formatOrderLineGoods({
  quantity,
  product,
  unit,
}: Pick<PickupListRow, 'quantity' | 'product' | 'unit'>): string {
  return `${quantity} x ${product}${unit ? ` (${unit})` : ''}`;
}

/**
 * Finds orders whose tracking number or shopper's name has words that begin with each typed word, with any accents or
 * none. An empty text finds all.
 */
export function filterPickupCounterOrders(
  orders: readonly PickupCounterOrder[],
  typed: string,
): readonly PickupCounterOrder[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return orders.filter(({ trackingNumber, name }) => {
    const starts = [trackingNumber, trackingNumber.replace(/^[^-]*-/, ''), ...name.split(/\s+/)];
    return words.every((word) => starts.some((start) => foldText(start).startsWith(word)));
  });
}

/** Describes an order line's state. */
export function formatOrderLineState({
  state,
  readyAt,
  collectedAt,
  collectedBy,
  givenAt,
}: PickupCounterOrderLine): string {
  if (givenAt) return `Handed out here ${formatLagosDateTime(givenAt)}, not sent yet`;
  switch (state) {
    case 'waiting':
      return readyAt ? `Ready here since ${formatLagosDateTime(readyAt)}` : 'Ready here';
    case 'in_review':
      return 'Here, but its group is under review: do not hand it out';
    case 'not_ready':
      return 'Not ready yet';
    case 'paid_back':
      return 'Refunded';
    case 'collected':
      return `Handed out ${collectedAt ? formatLagosDateTime(collectedAt) : 'before'}${by(collectedBy)}`;
  }
}

function by(collectedBy: string | null): string {
  return collectedBy ? ` by ${getOperatorNameFromActor(collectedBy)}` : '';
}
