import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SLUG_MAX } from '#contract/limits.ts';
import {
  opsGroup,
  opsGroupFail,
  opsGroupResume,
  opsGroupReview,
  opsGroupSecure,
  opsGroups,
} from '#contract/ops-groups-endpoints.ts';
import { opsRefundGroup } from '#contract/ops-money-endpoints.ts';
import { countWithNoun } from '#contract/rules/count-of.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { OpsGroupReply } from '#contract/schemas/ops-groups.ts';
import { Chips } from '../../ui/Chips.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { boughtText, countText, groupTitle, lagosTime, moneyText, progressText } from '../display-text.ts';
import { ActionForm, MessageAbove } from '../frames/ActionForm.tsx';
import { FilterChips, FilterSearch, ListPage, Part, Table, useFilters } from '../frames/ListPage.tsx';
import { PageLink, RecordPage } from '../frames/RecordPage.tsx';
import { endpointQuery, pagedEndpointQuery } from '../frames/read.ts';
import { cardOutcomeOf } from '../PaymentPage.tsx';
import { pageOf, type ScreenProps } from '../screens.ts';

/** Statuses that wait for an operator come first, then the others by a group's life cycle. */
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

/** Shoppers read one label for two statuses; operators need both. */
const labelOf = (status: GroupStatus) =>
  status === 'successful' ? 'Filled, to be secured' : statusLabel(status);

/** Lists the groups by status, earliest deadline first, with their progress. */
export function GroupsPage() {
  const filters = useFilters(['status', 'product']);
  const { product } = filters.chosen;
  const status = STATUSES.find((one) => one === filters.chosen.status);
  return (
    <ListPage
      title="Groups"
      query={useInfiniteQuery(
        pagedEndpointQuery(opsGroups, { status, product }, ({ groupId }) => ({ after: groupId })),
      )}
      empty="No groups found."
      columns={[
        ['Product', (group) => <PageLink to={pageOf('group', group.groupId)}>{groupTitle(group)}</PageLink>],
        ['Status', ({ status: now }) => <StatusBadge status={now} />],
        [
          'Progress',
          ({ kind, unitsSold, minUnits, baseUnit }) =>
            kind === 'solo' ? (
              `Bought alone, ${countText(unitsSold, baseUnit)}`
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
          ({ reviewDue, deadline }) => (reviewDue ? `${lagosTime(reviewDue)} (review)` : lagosTime(deadline)),
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
        placeholder="Product's web name, like garri-50kg"
        maxLength={SLUG_MAX}
      />
    </ListPage>
  );
}

/** Shows a group with its members, the amounts owed to them, and its actions. */
export function GroupPage({ id: groupId, may }: ScreenProps) {
  return (
    <RecordPage
      title="Group"
      reads={endpointQuery(opsGroup, { params: { groupId } })}
      heading={(known) => <Heading group={known} />}
      facts={(known) => [
        ['Opened', lagosTime(known.openedAt)],
        ['Deadline', lagosTime(known.deadline)],
        ['Review by', known.reviewDue && lagosTime(known.reviewDue)],
        ['Units paid for', countText(known.paidUnits, known.baseUnit)],
        ['Owed to members', moneyText(known.owedNaira)],
        [
          'Collected',
          known.collectedMembers > 0
            ? `${countWithNoun(known.collectedMembers, 'member')}, ${moneyText(known.collectedNaira)}`
            : null,
        ],
      ]}
    >
      {(known) => (
        <>
          <Part title="Members">
            <Table
              label="Members"
              rows={known.members}
              empty="Nobody has joined."
              columns={[
                ['Name', ({ userId, name }) => <PageLink to={pageOf('shopper', userId)}>{name}</PageLink>],
                ['Bought', ({ units, bought }) => boughtText(units, known.baseUnit, bought)],
                ['Paid', ({ paidNaira }) => moneyText(paidNaira), 'figure'],
                ['Refunded', ({ refundedNaira }) => moneyText(refundedNaira), 'figure'],
                ['Joined', ({ joinedAt }) => lagosTime(joinedAt)],
              ]}
            />
          </Part>
          <section className="stack" data-gap="4">
            <MessageAbove>
              <Moves group={known} may={may} />
            </MessageAbove>
          </section>
          {may.includes('refund group') && known.members.some((one) => one.refundedNaira > 0) && (
            <RefundGroupForm groupId={groupId} />
          )}
        </>
      )}
    </RecordPage>
  );
}

type Group = OpsGroupReply['data'];

function Heading({ group }: { group: Group }) {
  const progress = progressText(group.unitsSold, group.minUnits, group.baseUnit);
  return (
    <div className="stack" data-gap="3">
      <h1>{groupTitle(group)}</h1>
      <p>
        <StatusBadge status={group.status} /> <span>{progress}</span>
      </p>
      <Meter percent={(group.unitsSold / group.minUnits) * 100} label={progress} />
    </div>
  );
}

const MOVES = {
  review: {
    word: 'Review',
    title: 'Put the group under review',
    label: 'Put Under Review',
    busyLabel: 'Saving...',
    endpoint: opsGroupReview,
  },
  resume: {
    word: 'Continue',
    title: 'End the review: the group continues where it was',
    label: 'Continue the Group',
    busyLabel: 'Saving...',
    endpoint: opsGroupResume,
  },
  secure: {
    word: 'Secure',
    title: 'Secure the group, which has its minimum',
    label: 'Secure the Group',
    busyLabel: 'Securing...',
    endpoint: opsGroupSecure,
  },
  fail: {
    word: 'Fail',
    title: 'Fail the group and refund what was not collected',
    label: 'Fail the Group',
    busyLabel: 'Failing...',
    endpoint: opsGroupFail,
  },
} as const;
type Move = keyof typeof MOVES;

/** Offers the actions that the group's status allows, one form at a time, each with its effects first. */
function Moves({ group: { groupId, status }, may }: { group: Group; may: readonly string[] }) {
  const possible = movesOf(status).filter((move) => may.includes(`group ${move}`));
  const [wanted, setWanted] = useState<Move>();
  const chosen = possible.find((move) => move === wanted) ?? possible[0];
  if (!chosen) return null;
  const { endpoint, word: _, ...words } = MOVES[chosen];
  return (
    <>
      {possible.length > 1 && (
        <Chips
          label="What to do"
          options={possible.map((value) => ({ value, label: MOVES[value].word }))}
          value={chosen}
          onChange={setWanted}
        />
      )}
      <ActionForm
        key={chosen}
        {...words}
        variant={chosen === 'fail' ? 'danger' : 'soft'}
        to={endpoint}
        params={{ groupId }}
        figures
        told={({ data }) => data.status && `The group is now: ${statusLabel(data.status)}.`}
      />
    </>
  );
}

function movesOf(status: string): Move[] {
  if (status === 'manual_review') return ['resume', 'secure', 'fail'];
  return status === 'failed' || status === 'refunded' || status === 'delivered' ? [] : ['review'];
}

/** Sends refunds that are still in members' wallets to their cards. */
function RefundGroupForm({ groupId }: { groupId: string }) {
  return (
    <ActionForm
      title="Refund to the cards"
      label="Refund to Cards"
      busyLabel="Refunding..."
      to={opsRefundGroup}
      params={{ groupId }}
      figures
      done={cardOutcomeOf}
    />
  );
}
