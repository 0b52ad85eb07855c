import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { opsAgree, opsDecline } from '#contract/ops-approval-endpoints.ts';
import type { OpsActReply } from '#contract/schemas/ops.ts';
import type { OpsAbout, OpsApprovalsReply } from '#contract/schemas/ops-approvals.ts';
import { send } from '../../lib/api-send.ts';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { OrderLink, PaymentLink } from '../CodeLinks.tsx';
import { Facts } from '../Facts.tsx';
import { UNDER_WAY } from '../follow-act.ts';
import { Lines } from '../Lines.tsx';
import { Loaded } from '../Loaded.tsx';
import { Says } from '../Says.tsx';
import { pageOf } from '../screens.ts';
import { actTitle, lagosTime, moneyText } from '../words.ts';
import { approvalsQuery } from './desk-queries.ts';

type Proposal = OpsApprovalsReply['data'][number];

const OUTCOMES: Readonly<Record<string, string>> = {
  done: 'Done',
  failed: 'Could not be done',
  declined: 'Declined',
  expired: 'Expired',
};

/** What waits for a second person, the oldest first, and what became of what one has asked for oneself. */
export function ApprovalsPage({ may }: { may: readonly string[] }) {
  const approvals = useQuery(approvalsQuery);
  const [told, setTold] = useState<string>();
  return (
    <div className="stack" data-gap="6">
      <h1>Approvals</h1>
      {told && <Note kind="success">{told}</Note>}
      <Loaded query={approvals}>
        {(proposals) => {
          const open = proposals.filter(({ status }) => status === 'open');
          return (
            <>
              {open.length === 0 && <p className="muted">Nothing waits for a second person.</p>}
              {open.map((one) => (
                <Waiting key={one.id} proposal={one} may={may} onTold={setTold} />
              ))}
              <Lines
                title="What you have asked for or decided"
                rows={proposals.filter(({ status }) => status !== 'open')}
                empty="Nothing of yours was decided in the last 7 days."
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
    </div>
  );
}

interface WaitingProps {
  proposal: Proposal;
  may: readonly string[];
  onTold: (told: string) => void;
}

function Waiting({ proposal, may, onTold }: WaitingProps) {
  const queryClient = useQueryClient();
  const { id, isMine, decidedBy } = proposal;
  const params = { id: String(id) };
  const handleDone = () => queryClient.invalidateQueries({ queryKey: approvalsQuery.queryKey });
  return (
    <section className="card stack" data-gap="4" aria-label={`Proposal ${id}`}>
      <h2>{titleOf(proposal)}</h2>
      <Told proposal={proposal} />
      {isMine && (
        <Note role="note">You have asked for this. Another person has to agree; you may take it back.</Note>
      )}
      {decidedBy && <Note kind="info">{`${decidedBy} has agreed. ${UNDER_WAY}`}</Note>}
      {!isMine && may.includes('approval agree') && (
        <ActForm
          title={decidedBy ? 'If it does not end' : 'Agree'}
          label={decidedBy ? 'Finish It' : 'Agree'}
          busyLabel="Doing it..."
          variant={decidedBy ? 'soft' : 'main'}
          asksReason={false}
          act={(_, idempotencyKey) => send(opsAgree, { params, idempotencyKey })}
          onDone={(reply) => {
            const { message } = (reply as OpsActReply).data;
            onTold(`You have agreed to number ${id}. ${String(message ?? 'It is done.')}`);
            void handleDone();
          }}
        />
      )}
      {!decidedBy && may.includes('approval decline') && (
        <ActForm
          title={isMine ? 'Take it back' : 'Decline'}
          label={isMine ? 'Take Back' : 'Decline'}
          busyLabel={isMine ? 'Taking it back...' : 'Declining...'}
          variant="danger"
          act={async ({ reason = '' }, idempotencyKey) => {
            const reply = await send(opsDecline, { params, body: { reason }, idempotencyKey });
            onTold(isMine ? `Number ${id} is taken back.` : `Number ${id} is declined.`);
            return reply;
          }}
          onDone={handleDone}
        />
      )}
    </section>
  );
}

/** Who asks, the shopper, the reason, and everything that it would move. */
function Told({ proposal }: { proposal: Proposal }) {
  const { about, words, options, says, saysNow } = proposal;
  const isKnown = Object.keys(about).length > 0;
  return (
    <>
      <Facts
        facts={[
          ...linksOf(about),
          // An act that is about nobody is described by its words.
          ['Of', isKnown ? null : words.join(' ') || null],
          // The amount is the heading's.
          ...Object.entries(options)
            .filter(([name]) => name !== 'amount')
            .map(([name, value]) => [wordsOf(name), value] as const),
          ['Reason', proposal.reason],
          ['Asked by', `${proposal.by}, ${lagosTime(proposal.at)}`],
          ['From', proposal.from],
          ['Somebody may agree until', lagosTime(proposal.expiresAt)],
        ]}
      />
      {says.length > 0 && (
        <section className="stack" data-gap="2">
          <h3>{saysNow ? 'What it moved when it was asked for' : 'What it moves'}</h3>
          <Says says={says} />
        </section>
      )}
      {saysNow && (
        <Note kind="warning" role="note">
          <Says says={['Something has changed since. Now it would move:', ...saysNow]} />
        </Note>
      )}
    </>
  );
}

function linksOf({ userId, shopper, trackingNumber, reference, groupId, product }: OpsAbout) {
  const link = (to: string, words: string) => (
    <Link className="link" to={to}>
      {words}
    </Link>
  );
  return [
    ['Shopper', userId && link(pageOf('shopper', userId), shopper ?? 'Their page')],
    ['Order', trackingNumber && <OrderLink trackingNumber={trackingNumber} />],
    ['Payment', reference && <PaymentLink reference={reference} />],
    ['Group', groupId && link(pageOf('group', groupId), product ? `Group of ${product}` : 'Its page')],
  ] as const;
}

function titleOf({ id, command, amountNaira }: Proposal): string {
  return `${id}. ${actTitle(command)}, ${amountWords(amountNaira)}`;
}

function amountWords(naira: number | null): string {
  return naira === null ? 'another currency' : moneyText(naira);
}

/** `despite-phone` as `Despite phone`. */
function wordsOf(option: string): string {
  return option.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
}
