import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import { opsApproveRecovery, opsRecovery, opsRejectRecovery } from '#contract/ops-recovery-endpoints.ts';
import type { OpsApproveReply, OpsRecoveryReply } from '#contract/schemas/ops-recovery.ts';
import { readablePhone } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { lagosTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import styles from '../frames/frames.module.css';
import { FilterChips, ListPage, useFilters } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { Facts, PageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, pageOf, type ScreenProps } from '../screens.ts';

const STATUSES = [
  { label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
] as const;

/** Lists requests for a temporary recovery key: those whose phone number matches the account first, then the oldest. */
export function RecoveryPage() {
  const filters = useFilters(['status']);
  const decided = STATUSES.find((one) => 'value' in one && one.value === filters.chosen.status);
  const status = decided && 'value' in decided ? decided.value : 'open';
  return (
    <ListPage
      title="Recovery requests"
      query={useQuery(endpointQuery(opsRecovery, { query: { status } }))}
      empty="There are no such requests."
      columns={[
        [
          'Account',
          ({ id, email, accountName }) => (
            <PageLink to={status === 'open' && pageOf('recoveryRequest', id)}>
              {accountName ?? email}
            </PageLink>
          ),
        ],
        ['E-mail', ({ email }) => email],
        ['Phone in the request', ({ phone }) => readablePhone(phone)],
        [
          'Phones',
          ({ accountName, phoneMatches }) =>
            accountName === null ? (
              'No such account'
            ) : (
              <Badge tone={phoneMatches ? 'success' : 'plain'}>{phoneMatches ? 'Same' : 'Different'}</Badge>
            ),
        ],
        ['Requested', ({ createdAt }) => lagosTime(createdAt)],
      ]}
    >
      <FilterChips filters={filters} name="status" label="Status" options={STATUSES} />
    </ListPage>
  );
}

type Outcome = { isApproved: true; key: OpsApproveReply['data'] } | { isApproved: false };

/** Shows the facts about the requester, with approve and reject. The new key is shown here, once. */
export function RecoveryRequestPage({ id: requestId, may }: ScreenProps) {
  const requests = useQuery({
    ...endpointQuery(opsRecovery, { query: { status: 'open' } }),
    refetchOnWindowFocus: false,
  });
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <div className="stack" data-gap="6">
      <h1>Recovery request</h1>
      <Loaded query={requests}>
        {(rows) => {
          const known = rows.find(({ id }) => id === requestId);
          if (outcome) return <Decided outcome={outcome} />;
          if (!known) return <p className="muted">This request has already been answered.</p>;
          return <Waiting {...{ known, may }} onDecided={setOutcome} />;
        }}
      </Loaded>
      <p>
        <PageLink to={opsScreens.recovery}>All requests</PageLink>
      </p>
    </div>
  );
}

function Decided({ outcome }: { outcome: Outcome }) {
  if (!outcome.isApproved) return <Note kind="success">The request is declined.</Note>;
  const { key } = outcome;
  if (!key) return <Note kind="info">The temporary key was already given out and shown once.</Note>;
  return (
    <div className="stack" data-gap="4">
      <Note kind="warning">
        {`This key is shown once. It works once, within ${key.expiresInHours} hours, for ${key.email}.`}
      </Note>
      <p className={styles.key}>{key.temporaryKey}</p>
      <ButtonAnchor href={key.whatsapp} target="_blank" rel="noreferrer">
        Send by WhatsApp
      </ButtonAnchor>
    </div>
  );
}

interface WaitingProps {
  known: OpsRecoveryReply['data'][number];
  may: readonly string[];
  onDecided: (outcome: Outcome) => void;
}

function Waiting({ known, may, onDecided }: WaitingProps) {
  const { id: requestId, phoneMatches, accountPhone, accountName } = known;
  const despitePhone = !phoneMatches;
  return (
    <>
      <Facts
        facts={[
          ['Account', accountName ?? 'There is no account with this e-mail'],
          ['E-mail', known.email],
          ["The account's phone", accountPhone && readablePhone(accountPhone)],
          ["The request's phone", readablePhone(known.phone)],
          ['Reason given', known.reason],
          ['Requested', lagosTime(known.createdAt)],
        ]}
      />
      {accountPhone && (
        <Note kind={despitePhone ? 'warning' : 'info'} role="note">
          {despitePhone
            ? `The phone in the request is not the one of the account. Call ${readablePhone(accountPhone)} and ask the owner.`
            : `Call ${readablePhone(accountPhone)} before you approve.`}
        </Note>
      )}
      {accountName !== null && may.includes('recovery approve') && (
        <ActionForm
          title="Give out a temporary key"
          label={despitePhone ? 'Approve Anyway' : 'Approve'}
          busyLabel="Approving..."
          asksReason={despitePhone}
          to={opsApproveRecovery}
          params={{ requestId }}
          reads={{ reason: String, despitePhone }}
          onDone={(reply) => onDecided({ isApproved: true, key: reply.data })}
        >
          {phoneMatches && (
            <TextField
              label="How you checked who they are"
              name="reason"
              maxLength={OPERATOR_REASON_MAX}
              optional
            />
          )}
        </ActionForm>
      )}
      {may.includes('recovery reject') && (
        <ActionForm
          title="Decline the request"
          label="Decline"
          busyLabel="Declining..."
          to={opsRejectRecovery}
          params={{ requestId }}
          onDone={() => onDecided({ isApproved: false })}
        />
      )}
    </>
  );
}
