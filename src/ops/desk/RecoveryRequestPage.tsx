import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import { opsApproveRecovery, opsRejectRecovery } from '#contract/ops-recovery-endpoints.ts';
import type { OpsApproveReply, OpsRecoveryReply } from '#contract/schemas/ops-recovery.ts';
import { send } from '../../lib/api-send.ts';
import { readablePhone } from '../../lib/format.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActForm } from '../ActForm.tsx';
import { Facts } from '../Facts.tsx';
import lists from '../Lists.module.css';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { lagosTime } from '../words.ts';
import { recoveryQuery } from './desk-queries.ts';

type Request = OpsRecoveryReply['data'][number];
type Outcome = { isApproved: true; key: OpsApproveReply['data'] } | { isApproved: false };

interface Props {
  requestId: string;
  may: readonly string[];
}

/** One request that waits: what is known of who asks, and the two answers. The key is shown once, so it stays here. */
export function RecoveryRequestPage({ requestId, may }: Props) {
  const requests = useQuery({ ...recoveryQuery('open'), refetchOnWindowFocus: false });
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <div className="stack" data-gap="6">
      <h1>Recovery request</h1>
      <Loaded query={requests}>
        {(rows) => {
          const known = rows.find(({ id }) => id === requestId);
          if (outcome) return <Decided outcome={outcome} />;
          if (!known) return <p className="muted">Nobody waits for an answer to this request any more.</p>;
          return <Waiting {...{ known, may }} onDecided={setOutcome} />;
        }}
      </Loaded>
      <p>
        <Link className="link" to={opsScreens.recovery}>
          All requests
        </Link>
      </p>
    </div>
  );
}

function Decided({ outcome }: { outcome: Outcome }) {
  if (!outcome.isApproved) return <Note kind="success">The request is turned down.</Note>;
  const { key } = outcome;
  if (!key) return <Note kind="info">The temporary key was given out already, and shown once.</Note>;
  return (
    <div className="stack" data-gap="4">
      <Note kind="warning">
        {`This key is shown once. It works once, within ${key.expiresInHours} hours, for ${key.email}.`}
      </Note>
      <p className={lists.key}>{key.temporaryKey}</p>
      <ButtonAnchor href={key.whatsapp} target="_blank" rel="noreferrer">
        Send by WhatsApp
      </ButtonAnchor>
    </div>
  );
}

interface WaitingProps {
  known: Request;
  may: readonly string[];
  onDecided: (outcome: Outcome) => void;
}

function Waiting({ known, may, onDecided }: WaitingProps) {
  const { id: requestId, phoneMatches, accountPhone, accountName } = known;
  const params = { requestId };
  return (
    <>
      <Facts
        facts={[
          ['Account', accountName ?? 'There is no account with this e-mail'],
          ['E-mail', known.email],
          ["The account's phone", accountPhone && readablePhone(accountPhone)],
          ["The request's phone", readablePhone(known.phone)],
          ['They say', known.reason],
          ['Asked', lagosTime(known.createdAt)],
        ]}
      />
      {accountPhone && phoneMatches && (
        <Note role="note">{`Call ${readablePhone(accountPhone)} before you approve.`}</Note>
      )}
      {accountPhone && !phoneMatches && (
        <Note kind="warning" role="note">
          {`The request names another phone than the account's. Call ${readablePhone(accountPhone)}; whoever answers there is asked.`}
        </Note>
      )}
      {accountName !== null && may.includes('recovery approve') && (
        <ActForm
          title="Give out a temporary key"
          label={phoneMatches ? 'Approve' : 'Approve Despite the Phone'}
          busyLabel="Approving..."
          asksReason={!phoneMatches}
          act={async ({ reason, note }, idempotencyKey) => {
            const why = reason || note;
            const body = { ...(why ? { reason: why } : {}), despitePhone: !phoneMatches };
            const reply = await send(opsApproveRecovery, { params, body, idempotencyKey });
            onDecided({ isApproved: true, key: reply.data });
            return reply;
          }}
        >
          {phoneMatches && (
            <TextField label="How you know them" name="note" maxLength={OPERATOR_REASON_MAX} optional />
          )}
        </ActForm>
      )}
      {may.includes('recovery reject') && (
        <ActForm
          title="Turn the request down"
          label="Turn Down"
          busyLabel="Turning down..."
          act={async ({ reason = '' }, idempotencyKey) => {
            const reply = await send(opsRejectRecovery, { params, body: { reason }, idempotencyKey });
            onDecided({ isApproved: false });
            return reply;
          }}
        />
      )}
    </>
  );
}
