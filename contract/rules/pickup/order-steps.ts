import { DELIVERY_DAYS_MIN } from '../../limits.ts';
import type { GroupStatus } from '../../schemas/group.ts';
import type { OrderStep } from '../../schemas/order.ts';

/** Times at which a group's goods in an order reached each step, ISO 8601; null: not reached yet. */
export interface OrderStepTimes {
  paidAt: string;
  /** Time at which the group reached its minimum; for a solo purchase, the time of payment. */
  fullAt: string | null;
  packedAt: string | null;
  readyAt: string | null;
  /** Time by which the goods are promised at their pickup centre, provided that the group becomes full in time. */
  expectedBy: string;
  /** Time by which the goods must be collected; null: they are not ready. */
  collectBy: string | null;
  /** Time at which all goods that were not refunded were handed out. */
  collectedAt: string | null;
}

export interface GroupOfOrder {
  kind: 'open' | 'solo';
  status: GroupStatus;
  /** Deadline of the group; it fails if it is not full by then. */
  deadline: string;
}

const DAY_MS = 86_400_000;

/**
 * Lists the steps of an order until it is collected; none for a failed group. Future steps have the days that the
 * delivery policy promises, unless the group's outcome is open.
 * @source spec section 9 (Policy text), groups.md
 */
export function listOrderSteps({ kind, status, deadline }: GroupOfOrder, times: OrderStepTimes): OrderStep[] {
  if ((status === 'failed' || status === 'refunded') && times.collectedAt === null) return [];
  const { paidAt, fullAt, packedAt, readyAt, expectedBy, collectBy, collectedAt } = times;
  const isPromised = status !== 'manual_review';
  const step = (name: OrderStep['step'], at: string | null, from: string | null, to: string | null) => {
    const isExpected = at === null && isPromised;
    return {
      step: name,
      at: toUtc(at),
      expectedFrom: isExpected ? from : null,
      expectedTo: isExpected ? to : null,
    };
  };
  return [
    step('paid', paidAt, null, null),
    ...(kind === 'open' ? [step('group_full', fullAt, null, toUtc(deadline))] : []),
    step('packed', packedAt, null, null),
    step('ready', readyAt, calculateEarliestPromisedPickup(fullAt), toUtc(expectedBy)),
    step('collected', collectedAt, null, toUtc(collectBy)),
  ];
}

/**
 * Calculates the earliest day on which the delivery policy promises the goods of a group that became full at
 * `groupFullAt`.
 */
export function calculateEarliestPromisedPickup(groupFullAt: string): string;
export function calculateEarliestPromisedPickup(groupFullAt: string | null): string | null;
export function calculateEarliestPromisedPickup(groupFullAt: string | null): string | null {
  return daysAfter(groupFullAt, DELIVERY_DAYS_MIN);
}

const toUtc = (instant: string | null) => daysAfter(instant, 0);

function daysAfter(instant: string | null, days: number): string | null {
  return instant === null ? null : new Date(Date.parse(instant) + days * DAY_MS).toISOString();
}
