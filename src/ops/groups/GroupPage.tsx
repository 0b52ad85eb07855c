import { useState } from 'react';
import {
  opsFailGroup,
  opsGetGroup,
  opsMarkGroupSecured,
  opsResumeGroup,
  opsStartGroupReview,
} from '#contract/ops/groups-endpoints.ts';
import { opsRefundGroup } from '#contract/ops/money-endpoints.ts';
import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from '#contract/rules/product/unit-quantity.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { OpsGroupReply } from '#contract/schemas/ops/groups.ts';
import { ToggleChips } from '../../ui/control/ToggleChips.tsx';
import { ProgressMeter } from '../../ui/display/ProgressMeter.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import {
  formatGroupTitle,
  formatLagosDateTime,
  formatMemberPurchase,
  formatNairaWithKobo,
} from '../display-text.ts';
import { ActionForm, ActionMessageArea } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { DataTable, TitledSection } from '../frames/ListPage.tsx';
import { ConsolePageLink, RecordPage, ShopperLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { getCardRefundMessage } from '../shoppers/PaymentPage.tsx';

/** Shows a group with its members, the amounts owed to them, and its actions. */
export function GroupPage({ id: groupId, may }: OpsScreenProps) {
  return (
    <RecordPage
      title="Group"
      reads={endpointQuery(opsGetGroup, { params: { groupId } })}
      auditTarget={`group:${groupId}`}
      heading={(known) => <Heading group={known} />}
      facts={(known) => [
        ['Opened', formatLagosDateTime(known.openedAt)],
        ['Deadline', formatLagosDateTime(known.deadline)],
        ['Review by', known.reviewDue && formatLagosDateTime(known.reviewDue)],
        ['Units paid for', formatBaseUnitQuantity(known.paidUnits, known.baseUnit)],
        ['Owed to members', formatNairaWithKobo(known.owedNaira)],
        [
          'Collected',
          known.collectedMembers > 0
            ? `${formatCountWithNoun(known.collectedMembers, 'member')}, ${formatNairaWithKobo(known.collectedNaira)}`
            : null,
        ],
      ]}
    >
      {(known) => (
        <>
          <TitledSection title="Members">
            <DataTable
              label="Members"
              rows={known.members}
              empty="Nobody has joined yet. Each shopper who pays will be here."
              columns={[
                ['Name', ({ userId, name }) => <ShopperLink id={userId} name={name} />],
                ['Bought', ({ units, bought }) => formatMemberPurchase(units, known.baseUnit, bought)],
                ['Paid in', ({ paidNaira }) => formatNairaWithKobo(paidNaira), 'figure'],
                ['Paid back', ({ refundedNaira }) => formatNairaWithKobo(refundedNaira), 'figure'],
                ['Joined', ({ joinedAt }) => formatLagosDateTime(joinedAt)],
              ]}
            />
          </TitledSection>
          {may.includes('order list') && (
            <p>
              <ConsolePageLink to={`${opsScreenPaths.orders}?group=${groupId}`}>
                Orders of this group
              </ConsolePageLink>
            </p>
          )}
          <section className="stack" data-gap="4">
            <ActionMessageArea>
              <Moves group={known} may={may} />
            </ActionMessageArea>
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
  const progress = formatBaseUnitsOfTotal(group.unitsSold, group.minUnits, group.baseUnit);
  return (
    <div className="stack" data-gap="3">
      <h1>{formatGroupTitle(group)}</h1>
      <p>
        <StatusBadge status={group.status} /> <span>{progress}</span>
      </p>
      <ProgressMeter percent={(group.unitsSold / group.minUnits) * 100} label={progress} />
    </div>
  );
}

const MOVES = {
  review: {
    word: 'Review',
    title: 'Put the group under review',
    label: 'Put Under Review',
    busyLabel: 'Saving...',
    endpoint: opsStartGroupReview,
  },
  resume: {
    word: 'Continue',
    title: 'End the review: the group continues where it was',
    label: 'Continue the Group',
    busyLabel: 'Saving...',
    endpoint: opsResumeGroup,
  },
  secure: {
    word: 'Secure',
    title: 'Secure the group, which has its minimum',
    label: 'Secure the Group',
    busyLabel: 'Securing...',
    endpoint: opsMarkGroupSecured,
  },
  fail: {
    word: 'Fail',
    title: 'Fail the group and refund what was not collected',
    label: 'Fail the Group',
    busyLabel: 'Failing...',
    endpoint: opsFailGroup,
  },
} as const;
type Move = keyof typeof MOVES;

/** Offers the actions that the group's status allows, one form at a time. Each shows its effects before it acts. */
function Moves({ group: { groupId, status }, may }: { group: Group; may: readonly string[] }) {
  const possible = movesOf(status).filter((move) => may.includes(`group ${move}`));
  const [wanted, setWanted] = useState<Move>();
  const chosen = possible.find((move) => move === wanted) ?? possible[0];
  if (!chosen) return null;
  const { endpoint, word: _, ...words } = MOVES[chosen];
  return (
    <>
      {possible.length > 1 && (
        <ToggleChips
          label="What to do"
          options={possible.map((value) => ({ value, label: MOVES[value].word }))}
          value={chosen}
          onChange={setWanted}
        />
      )}
      <ActionForm
        key={chosen}
        {...words}
        variant={chosen === 'fail' ? 'danger' : 'main'}
        to={endpoint}
        params={{ groupId }}
        figures
        successMessage={({ data }) => data.status && `The group is now: ${getGroupStatusLabel(data.status)}.`}
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
      variant="danger"
      busyLabel="Refunding..."
      to={opsRefundGroup}
      params={{ groupId }}
      figures
      done={getCardRefundMessage}
    />
  );
}
