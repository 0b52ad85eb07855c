import { useInfiniteQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SLUG_MAX } from '#contract/limits.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { fieldsOf } from '../form-fields.ts';
import { Loaded } from '../Loaded.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { opsScreens, pageOf } from '../screens.ts';
import { Table } from '../Table.tsx';
import { countText, lagosTime, moneyText, progressText } from '../words.ts';
import { groupsQuery } from './group-queries.ts';

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
  const navigate = useNavigate();
  const asked = new URLSearchParams(useLocation().search);
  const status = STATUSES.find((one) => one === asked.get('status'));
  const product = asked.get('product') || undefined;
  const groups = useInfiniteQuery(groupsQuery({ status, product }));
  const placeOf = (wanted: { status?: string | undefined; product?: string | undefined }) => {
    const pairs = Object.entries(wanted).filter(([, value]) => value);
    const query = new URLSearchParams(pairs as [string, string][]);
    return pairs.length === 0 ? opsScreens.groups : `${opsScreens.groups}?${query}`;
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(placeOf({ status, product: fieldsOf(event.currentTarget, ['product']).product }));
  };
  return (
    <div className="stack" data-gap="5">
      <h1>Groups</h1>
      <ChipLinks
        label="Status"
        links={[
          { label: 'Under way', to: placeOf({ product }), isCurrent: status === undefined },
          ...STATUSES.map((one) => ({
            label: labelOf(one),
            to: placeOf({ status: one, product }),
            isCurrent: one === status,
          })),
        ]}
      />
      <form onSubmit={handleSubmit}>
        <SearchField
          placeholder="Product's address name, like garri-50kg"
          name="product"
          key={product}
          defaultValue={product}
          maxLength={SLUG_MAX}
        />
      </form>
      <Loaded query={groups}>
        {(rows) => (
          <Table
            label="Groups"
            rows={rows}
            empty="There are no such groups."
            keyOf={({ groupId }) => groupId}
            columns={[
              {
                name: 'Product',
                of: ({ groupId, product: title, seq }) => (
                  <Link className="link" to={pageOf('group', groupId)}>
                    {`${title}${seq === null ? '' : `, group ${seq}`}`}
                  </Link>
                ),
              },
              { name: 'Status', of: ({ status: now }) => <StatusBadge status={now} /> },
              {
                name: 'Progress',
                of: ({ kind, unitsSold, minUnits, baseUnit }) =>
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
              },
              { name: 'Members', of: ({ participants }) => participants, isFigure: true },
              { name: 'Owed', of: ({ owedNaira }) => moneyText(owedNaira), isFigure: true },
              {
                name: 'Until',
                of: ({ reviewDue, deadline }) =>
                  reviewDue ? `${lagosTime(reviewDue)} (the look)` : lagosTime(deadline),
              },
            ]}
          />
        )}
      </Loaded>
      <ShowMore query={groups} />
    </div>
  );
}
