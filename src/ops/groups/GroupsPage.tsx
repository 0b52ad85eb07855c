import { useInfiniteQuery } from '@tanstack/react-query';
import { SLUG_LENGTH_MAX } from '#contract/limits.ts';
import { opsListGroups } from '#contract/ops/groups-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { ButtonLink } from '../../ui/control/Button.tsx';
import { ProgressMeter } from '../../ui/display/ProgressMeter.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import {
  formatGroupTitle,
  formatLagosDateTime,
  formatNairaWithKobo,
  getOperatorGroupStatusLabel,
} from '../display-text.ts';
import { pagedEndpointQuery } from '../frames/console-queries.ts';
import { FilterChips, FilterSearchField, ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { GroupLink } from '../frames/RecordPage.tsx';
import { opsScreenPaths } from '../screens.ts';

/**
 * Order of the status filter: first the status that waits for an operator, then the stages of a group in time order.
 */
const STATUSES: readonly GroupStatus[] = [
  'manual_review',
  'active',
  'successful',
  ...FULFILMENT_STAGES,
  'failed',
  'refunded',
];

const NO_GROUPS = {
  empty: 'No groups are under way. A group opens with the first paid order of a product on sale.',
  emptyAction: (
    <ButtonLink variant="soft" small to={opsScreenPaths.products}>
      See the Products
    </ButtonLink>
  ),
};
const NO_MATCH = {
  empty: 'No groups match. Choose another status or search for another product.',
  emptyAction: (
    <ButtonLink variant="soft" small to={opsScreenPaths.groups}>
      Show All under Way
    </ButtonLink>
  ),
};

/** Lists the groups by status, earliest deadline first, with their progress. */
export function GroupsPage() {
  const filters = useUrlFilters(['status', 'product', 'closing']);
  const { product, closing } = filters.chosen;
  const status = STATUSES.find((one) => one === filters.chosen.status);
  return (
    <ListPage
      title="Groups"
      query={useInfiniteQuery(
        pagedEndpointQuery(
          opsListGroups,
          { status, product, ...(closing ? { closing: true } : {}) },
          ({ groupId }) => ({ after: groupId }),
        ),
      )}
      {...(Object.values(filters.chosen).some(Boolean) ? NO_MATCH : NO_GROUPS)}
      columns={[
        ['Product', (group) => <GroupLink id={group.groupId} name={formatGroupTitle(group)} />],
        ['Status', ({ status: now }) => <StatusBadge status={now} />],
        [
          'Progress',
          ({ kind, unitsSold, minUnits, baseUnit }) =>
            kind === 'solo' ? (
              `Bought alone, ${formatBaseUnitQuantity(unitsSold, baseUnit)}`
            ) : (
              <>
                <span>{formatBaseUnitsOfTotal(unitsSold, minUnits, baseUnit)}</span>
                <ProgressMeter
                  size="thin"
                  percent={(unitsSold / minUnits) * 100}
                  label={formatBaseUnitsOfTotal(unitsSold, minUnits, baseUnit)}
                />
              </>
            ),
        ],
        ['Members', ({ participants }) => participants, 'figure'],
        ['Owed', ({ owedNaira }) => formatNairaWithKobo(owedNaira), 'figure'],
        [
          'Until',
          ({ reviewDue, deadline }) =>
            reviewDue ? `${formatLagosDateTime(reviewDue)} (review)` : formatLagosDateTime(deadline),
        ],
      ]}
    >
      <FilterChips
        filters={filters}
        name="status"
        label="Status"
        options={[
          { label: 'Under way' },
          ...STATUSES.map((value) => ({ value, label: getOperatorGroupStatusLabel(value) })),
        ]}
      />
      <FilterChips
        filters={filters}
        name="closing"
        label="Deadline"
        options={[{ label: 'Any deadline' }, { value: 'soon', label: 'About to miss the minimum' }]}
      />
      <FilterSearchField
        filters={filters}
        name="product"
        placeholder="Product's web name, like garri-50kg"
        maxLength={SLUG_LENGTH_MAX}
      />
    </ListPage>
  );
}
