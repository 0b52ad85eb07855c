import type { OrderLineAtPickupCounter } from './counter-repository.ts';

const DAY = new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', timeStyle: 'short' });

/** Formats an instant as `27 Nov 2026 at 10:05` in Lagos time. */
export function formatLagosTime(instant: Date): string {
  return `${DAY.format(instant)} at ${TIME.format(instant)}`;
}

/** Explains why an order line is not handed out. The caller adds the full stop. */
export function formatNotHandedOutMessage({
  state,
  collectedAt,
  collectedBy,
}: Pick<OrderLineAtPickupCounter, 'state' | 'collectedAt' | 'collectedBy'>): string {
  if (state === 'paid_back') return 'It was refunded';
  if (state !== 'collected' || !collectedAt) return 'It is not ready yet';
  const by = collectedBy ? ` by ${collectedBy.replace(/^operator:/, '')}` : '';
  return `Already handed out on ${formatLagosTime(collectedAt)}${by}`;
}
