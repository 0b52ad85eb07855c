import { useQuery } from '@tanstack/react-query';
import {
  opsApproveActionProposal,
  opsDeclineActionProposal,
  opsListActionProposals,
} from '#contract/ops/approval-endpoints.ts';
import type { OpsActionProposalsReply, OpsRecordsAffectedByAction } from '#contract/schemas/ops/approvals.ts';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { capitalise, formatActionTitle, formatLagosDateTime, formatNairaWithKobo } from '../display-text.ts';
import { ActionEffectList, ActionForm } from '../frames/ActionForm.tsx';
import { createOutageAwareRefetchInterval, endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { ConsolePage } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import {
  AuditLogLink,
  GroupLink,
  OrderLink,
  PaymentLink,
  RecordFieldList,
  ShopperLink,
  TitledTextList,
} from '../frames/RecordPage.tsx';
import { ACTION_IN_PROGRESS_MESSAGE } from '../frames/use-action.ts';
import type { OpsScreenProps } from '../screens.ts';

const UNDER_WAY_EVERY_MS = 3_000;

type Proposal = OpsActionProposalsReply['data'][number];

const OUTCOMES: Readonly<Record<string, string>> = {
  done: 'Done',
  failed: 'Could not be done',
  declined: 'Declined',
  expired: 'Expired',
};

/**
 * Lists actions that wait for a second operator, oldest first, and the results of those that this operator proposed.
 */
export function ApprovalsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const approvals = useQuery({
    ...endpointQuery(opsListActionProposals),
    // While an approved action runs, the list is fetched again and again.
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.some(({ status, decidedBy }) => status === 'open' && decidedBy !== null);
      return createOutageAwareRefetchInterval(isUnderWay ? UNDER_WAY_EVERY_MS : false)({ state });
    },
  });
  return (
    <ConsolePage title="Approvals">
      <QueryStateView query={approvals}>
        {(proposals) => {
          const open = proposals.filter(({ status }) => status === 'open');
          return (
            <>
              {open.length === 0 && (
                <EmptyListMessage>
                  Nothing is waiting for approval. What needs a second person will be here and on Today.
                </EmptyListMessage>
              )}
              {open.map((one) => (
                <Waiting key={one.id} proposal={one} may={may} />
              ))}
              <TitledTextList
                title="Your recent requests and decisions"
                rows={proposals.filter(({ status }) => status !== 'open')}
                empty="No decisions in the last 7 days. What you ask a second person to approve will be here."
              >
                {(one) => [
                  <span key={one.id}>{titleOf(one)}</span>,
                  [OUTCOMES[one.status] ?? one.status, one.decidedBy && `by ${one.decidedBy}`, one.message]
                    .filter(Boolean)
                    .join(', '),
                ]}
              </TitledTextList>
            </>
          );
        }}
      </QueryStateView>
    </ConsolePage>
  );
}

function Waiting({ proposal, may }: { proposal: Proposal; may: readonly string[] }) {
  const { id, isMine, decidedBy } = proposal;
  const params = { id: String(id) };
  return (
    <section className="card stack" data-gap="4" aria-label={`Proposal ${id}`}>
      <h2>{titleOf(proposal)}</h2>
      <About proposal={proposal} />
      <AuditLogLink target={`proposal:${id}`} />
      {isMine && (
        <MessageBox role="note">
          You asked for this. Another person has to approve it; you can withdraw it.
        </MessageBox>
      )}
      {decidedBy && (
        <MessageBox kind="info">{`${decidedBy} has approved this. ${ACTION_IN_PROGRESS_MESSAGE}`}</MessageBox>
      )}
      {!isMine && may.includes('approval agree') && (
        <ActionForm
          title={decidedBy ? 'If it does not finish' : 'Approve'}
          label={decidedBy ? 'Try to Finish' : 'Approve'}
          busyLabel="Approving..."
          asksReason={false}
          to={opsApproveActionProposal}
          params={params}
          successMessage={({ data: { message } }) =>
            `You approved number ${id}. ${String(message ?? 'Done.')}`
          }
        />
      )}
      {!decidedBy && may.includes('approval decline') && (
        <ActionForm
          title={isMine ? 'Withdraw' : 'Decline'}
          label={isMine ? 'Withdraw' : 'Decline'}
          busyLabel={isMine ? 'Withdrawing...' : 'Declining...'}
          variant="danger"
          to={opsDeclineActionProposal}
          params={params}
          successMessage={() => `Number ${id} is ${isMine ? 'withdrawn' : 'declined'}.`}
        />
      )}
    </section>
  );
}

/** Shows who requested the action and why, the records that it is about, and all its effects. */
function About({ proposal }: { proposal: Proposal }) {
  const { about, words, options, says, saysNow } = proposal;
  const isKnown = Object.keys(about).length > 0;
  return (
    <>
      <RecordFieldList
        facts={[
          ...linksOf(about),
          // If the record is not known, the positional arguments of the command say what the action is about.
          ['About', isKnown ? null : words.join(' ') || null],
          // The amount is left out here, because the heading shows it.
          ...Object.entries(options)
            .filter(([name]) => name !== 'amount')
            .map(([name, value]) => [capitalise(name.replaceAll('-', ' ')), value] as const),
          ['Reason', proposal.reason],
          ['Asked by', `${proposal.by}, ${formatLagosDateTime(proposal.at)}`],
          ['IP address', proposal.from],
          ['Can be approved until', formatLagosDateTime(proposal.expiresAt)],
        ]}
      />
      {says.length > 0 && (
        <section className="stack" data-gap="2">
          <h3>{saysNow ? 'What it would have changed when it was requested' : 'What it changes'}</h3>
          <ActionEffectList sentences={says} />
        </section>
      )}
      {saysNow && (
        <MessageBox kind="warning" role="note">
          <ActionEffectList
            sentences={['Something has changed since then. It would now change:', ...saysNow]}
          />
        </MessageBox>
      )}
    </>
  );
}

function linksOf({
  userId,
  shopper,
  trackingNumber,
  reference,
  groupId,
  product,
}: OpsRecordsAffectedByAction) {
  return [
    ['Shopper', userId && <ShopperLink id={userId} name={shopper ?? "Shopper's page"} />],
    ['Order', trackingNumber && <OrderLink trackingNumber={trackingNumber} />],
    ['Payment', reference && <PaymentLink reference={reference} />],
    ['Group', groupId && <GroupLink id={groupId} name={product ? `Group of ${product}` : 'Group page'} />],
  ] as const;
}

function titleOf({ id, command, amountNaira }: Proposal): string {
  return `${id}. ${formatActionTitle(command)}, ${amountNaira === null ? 'in another currency' : formatNairaWithKobo(amountNaira)}`;
}
