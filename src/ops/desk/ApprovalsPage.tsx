import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsAgree, opsDecline } from '#contract/ops-approval-endpoints.ts';
import type { OpsApprovalsReply } from '#contract/schemas/ops-approvals.ts';
import { send } from '../../lib/api-send.ts';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { Facts } from '../Facts.tsx';
import { Lines } from '../Lines.tsx';
import { Loaded } from '../Loaded.tsx';
import { lagosTime, moneyText } from '../words.ts';
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
                title="What you have asked for"
                rows={proposals.filter(({ status }) => status !== 'open')}
                empty="Nothing of yours was decided in the last 7 days."
              >
                {({ id, command, words, amountNaira, status, decidedBy, message }) => [
                  `${id}. ${[command, ...words].join(' ')}, ${amountWords(amountNaira)}`,
                  [OUTCOMES[status] ?? status, decidedBy && `by ${decidedBy}`, message]
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
  const { id, command, words, options, isMine, decidedBy } = proposal;
  const params = { id: String(id) };
  const handleDone = () => queryClient.invalidateQueries({ queryKey: approvalsQuery.queryKey });
  return (
    <section className="card stack" data-gap="4" aria-label={`Proposal ${id}`}>
      <h2>{`${id}. ${command}, ${amountWords(proposal.amountNaira)}`}</h2>
      <Facts
        facts={[
          ['Of', words.join(' ') || null],
          // The amount is the heading's.
          ...Object.entries(options)
            .filter(([name]) => name !== 'amount')
            .map(([name, value]) => [wordsOf(name), value] as const),
          ['Reason', proposal.reason],
          ['Asked by', `${proposal.by}, ${lagosTime(proposal.at)}`],
          ['From', proposal.from],
          ['Somebody may agree until', lagosTime(proposal.expiresAt)],
          ['Agreed by', decidedBy && `${decidedBy}; whoever agrees again finishes it`],
        ]}
      />
      {isMine && (
        <Note role="note">You have asked for this. Another person has to agree; you may take it back.</Note>
      )}
      {!isMine && may.includes('approval agree') && (
        <ActForm
          title="Agree"
          label="Agree"
          busyLabel="Doing it..."
          asksReason={false}
          act={async (_, idempotencyKey) => {
            const reply = await send(opsAgree, { params, idempotencyKey });
            onTold(`You have agreed to number ${id}. ${String(reply.data.message ?? 'It is done.')}`);
            return reply;
          }}
          onDone={handleDone}
        />
      )}
      {may.includes('approval decline') && (
        <ActForm
          title={isMine ? 'Take it back' : 'Decline'}
          label={isMine ? 'Take Back' : 'Decline'}
          busyLabel={isMine ? 'Taking it back...' : 'Declining...'}
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

function amountWords(naira: number | null): string {
  return naira === null ? 'another currency' : moneyText(naira);
}

/** `despite-phone` as `Despite phone`. */
function wordsOf(option: string): string {
  return option.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
}
