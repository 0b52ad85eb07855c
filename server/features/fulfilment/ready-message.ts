import { groupBy } from '../../lib/group-by.ts';
import { formatLagosTime } from './not-handed-out-message.ts';
import type { UncollectedOrderLineRow } from './pickup-repository.ts';

type WaitingLine = Pick<
  UncollectedOrderLineRow,
  'trackingNumber' | 'product' | 'unit' | 'quantity' | 'readyAt' | 'collectBy' | 'isOverdue'
> &
  Pick<UncollectedOrderLineRow, 'name' | 'centreName' | 'centrePlace' | 'centreHours'>;

/**
 * Writes the message to a shopper with goods at one pickup centre.
 * @param waiting all uncollected lines of one shopper at the centre; at least one.
 */
export function formatReadyForPickupMessage(
  { brandName, accountUrl }: { brandName: string; accountUrl: string },
  waiting: readonly WaitingLine[],
): string {
  const [first] = waiting;
  if (!first) return '';
  const orders = groupBy(waiting, ({ trackingNumber }) => trackingNumber);
  return [
    `Hello ${first.name.split(' ')[0]}, your ${brandName} ${orders.size === 1 ? 'order is' : 'orders are'} ready for pickup.`,
    ...[...orders].map(([trackingNumber, lines]) => orderText(trackingNumber, lines)),
    `Pickup centre: ${first.centreName}, ${first.centrePlace}. Open: ${first.centreHours}.`,
    `Open ${accountUrl} for your pickup code.`,
  ].join('\n');
}

function orderText(trackingNumber: string, lines: readonly WaitingLine[]): string {
  const goods = lines.map(
    ({ quantity, product, unit }) => `${quantity} x ${product}${unit ? ` (${unit})` : ''}`,
  );
  const first = (times: Date[]) => new Date(Math.min(...times.map(Number)));
  const readyAt = first(lines.map((line) => line.readyAt));
  const until = lines.some(({ isOverdue }) => isOverdue)
    ? `It has been ready since ${formatLagosTime(readyAt)}: please collect it as soon as you can.`
    : `Please collect it by ${formatLagosTime(first(lines.map((line) => line.collectBy)))}.`;
  return `Order ${trackingNumber}: ${goods.join(', ')}. ${until}`;
}
