import { calculateDaysLeft } from '#contract/rules/group/group-progress.ts';
import { type GroupListFilter, matchesGroupFilter } from '#contract/rules/group/group-status.ts';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { JoinedGroup } from '#contract/schemas/group.ts';

/**
 * Reads the amounts and counts of "Your Group Buys", whose fields have other names on older and other servers.
 * @source spec sections 3, 4 and 9
 */

/** The paid amount in whole naira that shows when the server sends none. @source spec section 9, fallback values */
const FALLBACK_PAID_NAIRA = 56_000;
const FALLBACK_MINIMUM_UNITS = 20;

/** A group from an older or another server, whose fields may be missing or have other names. */
type GroupWithVaryingFields = Partial<JoinedGroup> & Record<string, unknown>;

function firstNumber(group: GroupWithVaryingFields, names: readonly string[]): number | undefined {
  return names.map((name) => group[name]).find((value): value is number => Number.isFinite(value));
}

/** @returns the paid amount in whole naira. The specified value is 56,000 when the server sends none. */
export function getGroupPaidNaira(group: GroupWithVaryingFields): number {
  const names = ['userAmount', 'amountPaid', 'userPaidAmount', 'paidAmount', 'totalAmount', 'amount'];
  return firstNumber(group, names) ?? FALLBACK_PAID_NAIRA;
}

function getGroupBoughtUnits(group: GroupWithVaryingFields): number {
  return firstNumber(group, ['userUnits', 'units', 'userQuantity', 'quantity']) ?? 0;
}

export function getGroupMinimumUnits(group: GroupWithVaryingFields): number {
  return firstNumber(group, ['minimumViableUnits']) ?? FALLBACK_MINIMUM_UNITS;
}

/** Formats the member's share of the group in base units; null after leaving, and for a purchase without a group. */
export function formatMemberShareOfGroup(group: GroupWithVaryingFields): string | null {
  const units = getGroupBoughtUnits(group);
  if (units === 0) return null;
  const baseUnitName = group.baseUnitName ?? null;
  if (group.kind === 'solo') return `You bought ${formatBaseUnitQuantity(units, baseUnitName)}.`;
  const whole = Math.max(group.unitsSold ?? 0, getGroupMinimumUnits(group));
  return `Your share: ${formatBaseUnitsOfTotal(units, whole, baseUnitName)}.`;
}

/** An order line whose quantity the member can reduce; its label is like `3 × 5 L keg`. */
interface ReducibleOrderLine {
  trackingNumber: string;
  lineNumber: number;
  quantity: number;
  baseUnitQuantity: number;
  /** Amount paid in naira, minus refunds. */
  paid: number;
  label: string;
}

export function listReducibleOrderLines({ orders }: JoinedGroup): ReducibleOrderLine[] {
  return orders.flatMap(({ trackingNumber, lines }) =>
    lines.flatMap(({ takeLess, quantity, unit, title }) =>
      takeLess ? [{ ...takeLess, trackingNumber, quantity, label: `${quantity} × ${unit ?? title}` }] : [],
    ),
  );
}

/** Formats `2 days left`, rounded up to whole days; null unless the group is active and has time left. */
export function formatGroupDaysLeft(group: JoinedGroup, serverNowMs: number): string | null {
  if (group.status !== 'active' || group.deadline === null) return null;
  const days = calculateDaysLeft(Date.parse(group.deadline) - serverNowMs);
  return days > 0 ? `${formatCountWithNoun(days, 'day')} left` : null;
}

/** Filters the member's groups by tab and by a search text in the title. */
export function filterJoinedGroups(
  groups: readonly JoinedGroup[],
  filter: GroupListFilter,
  search: string,
): JoinedGroup[] {
  const text = search.trim().toLowerCase();
  return groups
    .filter((group) =>
      matchesGroupFilter({ ...group, minimumViableUnits: getGroupMinimumUnits(group) }, filter),
    )
    .filter((group) => group.productId.title.toLowerCase().includes(text));
}
