import { buildProductScreenPath, screenPathPatterns } from '../addresses.ts';
import { calculateEarliestPromisedPickup } from '../rules/pickup/order-steps.ts';
import { formatLagosDate, formatLagosDateRange } from '../rules/time/lagos-date.ts';

/** These functions build the parts of `data` that several kinds of notifications share. */

/** A tap on the notification then opens the product's screen instead of the usual screen of its category. */
export const buildProductPathData = (slug: string) => ({
  path: buildProductScreenPath(screenPathPatterns.product, slug),
});

/** Says when the goods are expected, or until when they can be collected. */
export function buildPickupDaysData(
  status: string,
  { fullAt, expectedBy, collectBy }: { fullAt?: string; expectedBy?: string; collectBy?: string },
): { days?: string } {
  if (status === 'ready_for_pickup')
    return collectBy ? { days: `Collect by ${formatLagosDate(collectBy)}.` } : {};
  if (!fullAt || !expectedBy || !UNDER_WAY.includes(status)) return {};
  return {
    days: `Expected at your pickup centre ${formatLagosDateRange(calculateEarliestPromisedPickup(fullAt), expectedBy)}.`,
  };
}
const UNDER_WAY: readonly string[] = ['successful', 'secured', 'processing', 'packaging'];
