import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countOf } from '#contract/rules/count-of.ts';
import { Meter } from '../../ui/Meter.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Facts } from '../Facts.tsx';
import { Loaded } from '../Loaded.tsx';
import { RefundGroupForm } from '../money/RefundGroupForm.tsx';
import { pageOf } from '../screens.ts';
import { Table } from '../Table.tsx';
import { boughtText, countText, lagosTime, moneyText, progressText } from '../words.ts';
import { GroupMoves } from './GroupMoves.tsx';
import { groupQuery } from './group-queries.ts';

/** A group with its members, what is owed to them, and what may be done with it. */
export function GroupPage({ groupId, may }: { groupId: string; may: readonly string[] }) {
  const queryClient = useQueryClient();
  const group = useQuery(groupQuery(groupId));
  return (
    <Loaded query={group} title="Group">
      {(known) => (
        <div className="stack" data-gap="6">
          <div className="stack" data-gap="3">
            <h1>{`${known.product}${known.seq === null ? '' : `, group ${known.seq}`}`}</h1>
            <p>
              <StatusBadge status={known.status} />{' '}
              <span>{progressText(known.unitsSold, known.minUnits, known.baseUnit)}</span>
            </p>
            <Meter
              percent={(known.unitsSold / known.minUnits) * 100}
              label={progressText(known.unitsSold, known.minUnits, known.baseUnit)}
            />
          </div>
          <Facts
            facts={[
              ['Opened', lagosTime(known.openedAt)],
              ['Deadline', lagosTime(known.deadline)],
              ['Somebody looks until', known.reviewDue && lagosTime(known.reviewDue)],
              ['Paid for', countText(known.paidUnits, known.baseUnit)],
              ['Owed to members', moneyText(known.owedNaira)],
              [
                'Collected',
                known.collectedMembers > 0
                  ? `${countOf(known.collectedMembers, 'member')}, ${moneyText(known.collectedNaira)}`
                  : null,
              ],
            ]}
          />
          <section className="stack" data-gap="3">
            <h2>Members</h2>
            <Table
              label="Members"
              rows={known.members}
              empty="Nobody has joined."
              keyOf={({ userId }) => userId}
              columns={[
                {
                  name: 'Name',
                  of: ({ userId, name }) => (
                    <Link className="link" to={pageOf('shopper', userId)}>
                      {name}
                    </Link>
                  ),
                },
                { name: 'Bought', of: ({ units, bought }) => boughtText(units, known.baseUnit, bought) },
                { name: 'Paid', of: ({ paidNaira }) => moneyText(paidNaira), isFigure: true },
                { name: 'Paid back', of: ({ refundedNaira }) => moneyText(refundedNaira), isFigure: true },
                { name: 'Joined', of: ({ joinedAt }) => lagosTime(joinedAt) },
              ]}
            />
          </section>
          <GroupMoves group={known} may={may} />
          {may.includes('refund group') && known.members.some((one) => one.refundedNaira > 0) && (
            <RefundGroupForm
              groupId={groupId}
              onDone={() => queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey })}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}
