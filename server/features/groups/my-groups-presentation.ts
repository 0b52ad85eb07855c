import {
  calculateGroupProgressPercent,
  calculateMemberSharePercent,
  calculateTimeRemainingMs,
} from '#contract/rules/group/group-progress.ts';
import { matchesGroupFilter } from '#contract/rules/group/group-status.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatOpeningTimesWithHolidays } from '#contract/rules/pickup/opening-hours.ts';
import { listOrderSteps } from '#contract/rules/pickup/order-steps.ts';
import { listImagePathsForOldClients } from '#contract/rules/product/image-path.ts';
import type { JoinedGroup, JoinedGroupStats, MyGroupsQuery } from '#contract/schemas/group.ts';

import type {
  MyGroupCountAndSpending,
  MyGroupLineRow,
  MyGroupOrderRow,
  MyGroupRow,
} from './my-groups-repository.ts';

/** Converts a row to the API's format, in whole naira. */
export function toJoinedGroupReply(row: MyGroupRow): JoinedGroup {
  const userAmount = koboToNaira(row.paidKobo);
  return {
    _id: row.groupId,
    status: row.status,
    kind: row.kind,
    productId: {
      _id: row.productId,
      title: row.title,
      slug: row.slug,
      images: listImagePathsForOldClients(row.pictures),
      price: koboToNaira(row.priceKobo),
    },
    unitsSold: row.unitsSold,
    minimumViableUnits: row.minUnits,
    participantCount: row.participantCount,
    progressPercentage: calculateGroupProgressPercent(row.unitsSold, row.minUnits),
    timeRemaining:
      row.status === 'active' ? calculateTimeRemainingMs(row.deadline.getTime(), row.now.getTime()) : 0,
    deadline: row.kind === 'open' ? row.deadline.toISOString() : null,
    createdAt: row.openedAt.toISOString(),
    userJoinedAt: row.joinedAt.toISOString(),
    userContributionPercentage: calculateMemberSharePercent(row.units, row.unitsSold),
    userQuantity: row.quantity,
    quantity: row.quantity,
    userUnits: row.units,
    userAmount,
    amountPaid: userAmount,
    refundedAmount: koboToNaira(row.refundedKobo),
    baseUnitName: row.baseUnitName,
    canLeave: row.canLeave,
    canSwitchToSolo: row.canSwitchToSolo,
    orders: row.orders.map((order) => presentOrder(row, order)),
  };
}

/** Counts the shopper's groups for each filter tab of the app, and sums what was paid and not refunded. */
export function toJoinedGroupStatsReply(totals: MyGroupCountAndSpending): JoinedGroupStats {
  const count = (filter?: 'active' | 'successful' | 'failed'): number =>
    totals.groups
      .filter((group) => filter === undefined || matchesGroupFilter(group, filter))
      .reduce((sum, group) => sum + group.count, 0);
  return {
    total: count(),
    forming: count('active'),
    successful: count('successful'),
    failed: count('failed'),
    totalSpent: koboToNaira(totals.spentKobo),
    totalUnits: totals.units,
  };
}

/** Sorts groups by the requested field. An unknown field means newest first. */
export function sortMyGroups(groups: readonly JoinedGroup[], query: MyGroupsQuery): JoinedGroup[] {
  const sortValue = sortFields.get(query.sortBy ?? '');
  const direction = sortValue && query.sortOrder === 'asc' ? 1 : -1;
  const sortBy = sortValue ?? byCreation;
  return [...groups].sort(
    (left, right) =>
      direction * (sortBy(left) - sortBy(right)) ||
      direction * (Date.parse(left.userJoinedAt) - Date.parse(right.userJoinedAt)),
  );
}

const byCreation = (group: JoinedGroup): number => Date.parse(group.createdAt);

const sortFields = new Map<string, (group: JoinedGroup) => number>([
  ['createdAt', byCreation],
  ['progressPercentage', (group) => group.progressPercentage],
  ['userAmount', (group) => group.userAmount],
]);

function presentOrder(group: MyGroupRow, order: MyGroupOrderRow): JoinedGroup['orders'][number] {
  const { trackingNumber, paidAt, fullAt, packedAt, collectedAt, lines, holidays, expectedBy, ...pickup } =
    order;
  const { readyAt, collectBy, isCollected } = pickup;
  // Nothing is left to collect and nothing was handed out, so the order was refunded in full and has no further steps.
  const isOver = isCollected && collectedAt === null;
  const times = { paidAt, fullAt, packedAt, readyAt, expectedBy, collectBy };
  const reached = { ...times, collectedAt: isCollected ? collectedAt : null };
  return {
    trackingNumber,
    pickup: {
      ...pickup,
      hours: formatOpeningTimesWithHolidays({ hours: pickup.hours, holidays }, group.now),
      readyAt: instant(readyAt),
      collectBy: instant(collectBy),
    },
    steps: isOver ? [] : listOrderSteps({ ...group, deadline: group.deadline.toISOString() }, reached),
    lines: lines.map((line) => presentLine(group, line)),
  };
}

function presentLine(
  { title, slug, canLeave }: MyGroupRow,
  line: MyGroupLineRow,
): JoinedGroup['orders'][number]['lines'][number] {
  const { unitName, unit, quantity, orderedQuantity, lineNumber, baseUnitQuantity } = line;
  const paid = koboToNaira(line.paidKobo - line.refundedKobo);
  return {
    ...{ slug, title, unitName, unit, quantity, paid: koboToNaira(line.paidKobo) },
    ...(orderedQuantity === quantity ? {} : { orderedQuantity }),
    ...(canLeave && line.counted && quantity > 1 ? { takeLess: { lineNumber, baseUnitQuantity, paid } } : {}),
  };
}

/** Converts a time with an offset, as the database writes it in JSON, to UTC. */
function instant(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
