import { useInfiniteQuery } from '@tanstack/react-query';
import { SLUG_MAX } from '#contract/limits.ts';
import { opsGroups } from '#contract/ops-groups-endpoints.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { Meter } from '../../ui/Meter.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { FilterChips, FilterSearch, ListPage, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { readingPages } from '../frames/read.ts';
import { pageOf } from '../screens.ts';
import { countText, groupTitle, lagosTime, moneyText, progressText } from '../words.ts';

/** The board's rows: what waits for a person, then as a group lives. */
const STATUSES: readonly GroupStatus[] = [
  'manual_review',
  'active',
  'successful',
  'secured',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
  'failed',
  'refunded',
];

/** Two statuses have one word for shoppers; who works with them tells them apart. */
const labelOf = (status: GroupStatus) =>
  status === 'successful' ? 'Filled, to be secured' : statusLabel(status);

/** The groups by status, the earliest deadline first, with how full they are. */
export function GroupsPage() {
  const filters = useFilters(['status', 'product']);
  const { product } = filters.chosen;
  const status = STATUSES.find((one) => one === filters.chosen.status);
  return (
    <ListPage
      title="Groups"
      query={useInfiniteQuery(
        readingPages(opsGroups, { status, product }, ({ groupId }) => ({ after: groupId })),
      )}
      empty="There are no such groups."
      keyOf={({ groupId }) => groupId}
      columns={[
        ['Product', (group) => <PageLink to={pageOf('group', group.groupId)}>{groupTitle(group)}</PageLink>],
        ['Status', ({ status: now }) => <StatusBadge status={now} />],
        [
          'Progress',
          ({ kind, unitsSold, minUnits, baseUnit }) =>
            kind === 'solo' ? (
              `Alone, ${countText(unitsSold, baseUnit)}`
            ) : (
              <>
                <span>{progressText(unitsSold, minUnits, baseUnit)}</span>
                <Meter
                  size="thin"
                  percent={(unitsSold / minUnits) * 100}
                  label={progressText(unitsSold, minUnits, baseUnit)}
                />
              </>
            ),
        ],
        ['Members', ({ participants }) => participants, 'figure'],
        ['Owed', ({ owedNaira }) => moneyText(owedNaira), 'figure'],
        [
          'Until',
          ({ reviewDue, deadline }) =>
            reviewDue ? `${lagosTime(reviewDue)} (the look)` : lagosTime(deadline),
        ],
      ]}
    >
      <FilterChips
        filters={filters}
        name="status"
        label="Status"
        options={[{ label: 'Under way' }, ...STATUSES.map((value) => ({ value, label: labelOf(value) }))]}
      />
      <FilterSearch
        filters={filters}
        name="product"
        placeholder="Product's address name, like garri-50kg"
        maxLength={SLUG_MAX}
      />
    </ListPage>
  );
}
