import { useQuery } from '@tanstack/react-query';
import { opsApprovals, opsApproveProposal, opsDeclineProposal } from '#contract/ops-approval-endpoints.ts';
import type { OpsAffected, OpsApprovalsReply } from '#contract/schemas/ops-approvals.ts';
import { Note } from '../../ui/Note.tsx';
import { actionTitle, capitalised, lagosTime, moneyText } from '../display-text.ts';
import { ActionForm, EffectList } from '../frames/ActionForm.tsx';
import { Page } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { Facts, Lines, OrderLink, PageLink, PaymentLink } from '../frames/RecordPage.tsx';
import { endpointQuery, refetchInterval } from '../frames/read.ts';
import { UNDER_WAY_MESSAGE } from '../frames/use-action.ts';
import { pageOf, type ScreenProps } from '../screens.ts';

const UNDER_WAY_EVERY_MS = 3_000;

type Proposal = OpsApprovalsReply['data'][number];

const OUTCOMES: Readonly<Record<string, string>> = {
  done: 'Done',
  failed: 'Could not be done',
  declined: 'Declined',
  expired: 'Expired',
};

/**
 * Lists actions that wait for a second operator, oldest first, and the results of those that this operator proposed.
 */
export function ApprovalsPage({ may }: Pick<ScreenProps, 'may'>) {
  const approvals = useQuery({
    ...endpointQuery(opsApprovals),
    // An approved action is polled until it ends.
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.some(({ status, decidedBy }) => status === 'open' && decidedBy !== null);
      return refetchInterval(isUnderWay ? UNDER_WAY_EVERY_MS : false)({ state });
    },
  });
  return (
    <Page title="Approvals">
      <Loaded query={approvals}>
        {(proposals) => {
          const open = proposals.filter(({ status }) => status === 'open');
          return (
            <>
              {open.length === 0 && <p className="muted">Nothing is waiting for approval.</p>}
              {open.map((one) => (
                <Waiting key={one.id} proposal={one} may={may} />
              ))}
              <Lines
                title="Your recent requests and decisions"
                rows={proposals.filter(({ status }) => status !== 'open')}
                empty="No decisions in the last 7 days."
              >
                {(one) => [
                  <span key={one.id}>{titleOf(one)}</span>,
                  [OUTCOMES[one.status] ?? one.status, one.decidedBy && `by ${one.decidedBy}`, one.message]
                    .filter(Boolean)
                    .join(', '),
                ]}
              </Lines>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Waiting({ proposal, may }: { proposal: Proposal; may: readonly string[] }) {
  const { id, isMine, decidedBy } = proposal;
  const params = { id: String(id) };
  return (
    <section className="card stack" data-gap="4" aria-label={`Proposal ${id}`}>
      <h2>{titleOf(proposal)}</h2>
      <About proposal={proposal} />
      {isMine && (
        <Note role="note">You asked for this. Another person has to approve it; you can withdraw it.</Note>
      )}
      {decidedBy && <Note kind="info">{`${decidedBy} has approved this. ${UNDER_WAY_MESSAGE}`}</Note>}
      {!isMine && may.includes('approval agree') && (
        <ActionForm
          title={decidedBy ? 'If it does not finish' : 'Approve'}
          label={decidedBy ? 'Try to Finish' : 'Approve'}
          busyLabel="Approving..."
          variant={decidedBy ? 'soft' : 'main'}
          asksReason={false}
          to={opsApproveProposal}
          params={params}
          told={({ data: { message } }) => `You approved number ${id}. ${String(message ?? 'Done.')}`}
        />
      )}
      {!decidedBy && may.includes('approval decline') && (
        <ActionForm
          title={isMine ? 'Withdraw' : 'Decline'}
          label={isMine ? 'Withdraw' : 'Decline'}
          busyLabel={isMine ? 'Withdrawing...' : 'Declining...'}
          variant="danger"
          to={opsDeclineProposal}
          params={params}
          told={() => `Number ${id} is ${isMine ? 'withdrawn' : 'declined'}.`}
        />
      )}
    </section>
  );
}

/** Shows the proposer, the shopper, the reason, and all effects of the action. */
function About({ proposal }: { proposal: Proposal }) {
  const { about, words, options, says, saysNow } = proposal;
  const isKnown = Object.keys(about).length > 0;
  return (
    <>
      <Facts
        facts={[
          ...linksOf(about),
          // An action that concerns no shopper is described by its arguments.
          ['About', isKnown ? null : words.join(' ') || null],
          // The amount is already in the heading.
          ...Object.entries(options)
            .filter(([name]) => name !== 'amount')
            .map(([name, value]) => [capitalised(name.replaceAll('-', ' ')), value] as const),
          ['Reason', proposal.reason],
          ['Asked by', `${proposal.by}, ${lagosTime(proposal.at)}`],
          ['IP address', proposal.from],
          ['Can be approved until', lagosTime(proposal.expiresAt)],
        ]}
      />
      {says.length > 0 && (
        <section className="stack" data-gap="2">
          <h3>{saysNow ? 'What it would have changed when it was requested' : 'What it changes'}</h3>
          <EffectList says={says} />
        </section>
      )}
      {saysNow && (
        <Note kind="warning" role="note">
          <EffectList says={['Something has changed since then. It would now change:', ...saysNow]} />
        </Note>
      )}
    </>
  );
}

function linksOf({ userId, shopper, trackingNumber, reference, groupId, product }: OpsAffected) {
  const link = (to: string, words: string) => <PageLink to={to}>{words}</PageLink>;
  return [
    ['Shopper', userId && link(pageOf('shopper', userId), shopper ?? "Shopper's page")],
    ['Order', trackingNumber && <OrderLink trackingNumber={trackingNumber} />],
    ['Payment', reference && <PaymentLink reference={reference} />],
    ['Group', groupId && link(pageOf('group', groupId), product ? `Group of ${product}` : 'Group page')],
  ] as const;
}

function titleOf({ id, command, amountNaira }: Proposal): string {
  return `${id}. ${actionTitle(command)}, ${amountNaira === null ? 'in another currency' : moneyText(amountNaira)}`;
}
