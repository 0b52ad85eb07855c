import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN, PICKUP_PERIOD_DAYS } from '../limits.ts';
import type { GroupStatus } from '../schemas/group.ts';
import type { OrderStep } from '../schemas/order.ts';

/** Times at which the goods of one group in an order reached each step, ISO 8601; null: not reached yet. */
export interface OrderStepTimes {
  paidAt: string;
  /** Time at which the group reached its minimum; for a solo purchase, the time of payment. */
  fullAt: string | null;
  packedAt: string | null;
  readyAt: string | null;
  /** Time at which all goods that were not refunded were handed out. */
  collectedAt: string | null;
}

export interface OrderedGroup {
  kind: 'open' | 'solo';
  status: GroupStatus;
  /** End of the group's time; a group that is not full then fails. */
  deadline: string;
}

const DAY_MS = 86_400_000;

/**
 * Lists the way of an order to its buyer, with the days that the policy promises for what is still to come: ready 2
 * to 5 days after the group is full, and 3 days to collect. A group that failed has no way; one in review has no
 * expected days, because nobody knows how it ends.
 *
 * @source spec section 9 (Policy text), groups.md
 */
export function listOrderSteps({ kind, status, deadline }: OrderedGroup, times: OrderStepTimes): OrderStep[] {
  if ((status === 'failed' || status === 'refunded') && times.collectedAt === null) return [];
  const { paidAt, fullAt, packedAt, readyAt, collectedAt } = times;
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
    step(
      'ready',
      readyAt,
      daysAfter(fullAt, DELIVERY_DAYS_MIN),
      daysAfter(fullAt ?? deadline, DELIVERY_DAYS_MAX),
    ),
    step('collected', collectedAt, null, daysAfter(readyAt, PICKUP_PERIOD_DAYS)),
  ];
}

/** @returns when goods are ready by the policy, for a group that became full at this time. */
export function calculateExpectedPickup(fullAt: string): { from: string; to: string } {
  const [from, to] = [daysAfter(fullAt, DELIVERY_DAYS_MIN), daysAfter(fullAt, DELIVERY_DAYS_MAX)];
  return { from, to };
}

/** @returns until when goods can be collected that were ready at this time. */
export function calculateCollectBy(readyAt: string): string {
  return daysAfter(readyAt, PICKUP_PERIOD_DAYS);
}

const toUtc = (instant: string | null) => daysAfter(instant, 0);

function daysAfter(instant: string, days: number): string;
function daysAfter(instant: string | null, days: number): string | null;
function daysAfter(instant: string | null, days: number): string | null {
  return instant === null ? null : new Date(Date.parse(instant) + days * DAY_MS).toISOString();
}
