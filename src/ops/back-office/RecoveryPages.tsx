import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsApproveRecoveryRequest,
  opsListRecoveryRequests,
  opsRejectRecoveryRequest,
} from '#contract/ops/recovery-endpoints.ts';
import type {
  OpsApproveRecoveryRequestReply,
  OpsRecoveryRequestsReply,
} from '#contract/schemas/ops/recovery.ts';
import { formatPhone } from '../../lib/format.ts';
import { ExternalButtonLink } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import styles from '../frames/frames.module.css';
import { FilterChips, ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { ConsolePageLink, PhoneLinks, RecordFieldList } from '../frames/RecordPage.tsx';
import { getRecordPagePath, type OpsScreenProps, opsScreenPaths } from '../screens.ts';

const STATUSES = [
  { label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
] as const;

/** Lists requests for a temporary recovery key: those whose phone number matches the account first, then the oldest. */
export function RecoveryRequestsPage() {
  const filters = useUrlFilters(['status']);
  const decided = STATUSES.find((one) => 'value' in one && one.value === filters.chosen.status);
  const status = decided && 'value' in decided ? decided.value : 'open';
  return (
    <ListPage
      title="Recovery requests"
      query={useQuery(endpointQuery(opsListRecoveryRequests, { query: { status } }))}
      empty="There are no such requests. A shopper without password and key asks for a new one on the sign-in page."
      columns={[
        [
          'Account',
          ({ id, email, accountName }) => (
            <ConsolePageLink to={status === 'open' && getRecordPagePath('recoveryRequest', id)}>
              {accountName ?? email}
            </ConsolePageLink>
          ),
        ],
        ['E-mail', ({ email }) => email],
        ['Phone in the request', ({ phone }) => <PhoneLinks phone={phone} />],
        [
          'Phones',
          ({ accountName, phoneMatches }) =>
            accountName === null ? (
              'No such account'
            ) : (
              <LabelBadge tone={phoneMatches ? 'success' : 'plain'}>
                {phoneMatches ? 'Same' : 'Different'}
              </LabelBadge>
            ),
        ],
        ['Requested', ({ createdAt }) => formatLagosDateTime(createdAt)],
      ]}
    >
      <FilterChips filters={filters} name="status" label="Status" options={STATUSES} />
    </ListPage>
  );
}

type Outcome = { isApproved: true; key: OpsApproveRecoveryRequestReply['data'] } | { isApproved: false };

/** Shows the facts about the requester, with approve and reject. The new key is shown here, once. */
export function RecoveryRequestPage({ id: requestId, may }: OpsScreenProps) {
  const requests = useQuery({
    ...endpointQuery(opsListRecoveryRequests, { query: { status: 'open' } }),
    refetchOnWindowFocus: false,
  });
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <div className="stack" data-gap="6">
      <h1>Recovery request</h1>
      <QueryStateView query={requests}>
        {(rows) => {
          const known = rows.find(({ id }) => id === requestId);
          if (outcome) return <Decided outcome={outcome} />;
          if (!known) return <p className="muted">This request has already been answered.</p>;
          return <Waiting {...{ known, may }} onDecided={setOutcome} />;
        }}
      </QueryStateView>
      <p>
        <ConsolePageLink to={opsScreenPaths.recovery}>All requests</ConsolePageLink>
      </p>
    </div>
  );
}

function Decided({ outcome }: { outcome: Outcome }) {
  if (!outcome.isApproved) return <MessageBox kind="success">The request is declined.</MessageBox>;
  const { key } = outcome;
  if (!key)
    return <MessageBox kind="info">The temporary key was already given out and shown once.</MessageBox>;
  return (
    <div className="stack" data-gap="4">
      <MessageBox kind="warning">
        {`This key is shown once. It works once, within ${key.expiresInHours} hours, for ${key.email}.`}
      </MessageBox>
      <p className={styles.key}>{key.temporaryKey}</p>
      <ExternalButtonLink href={key.whatsapp} target="_blank" rel="noreferrer">
        Send by WhatsApp
      </ExternalButtonLink>
    </div>
  );
}

interface WaitingProps {
  known: OpsRecoveryRequestsReply['data'][number];
  may: readonly string[];
  onDecided: (outcome: Outcome) => void;
}

function Waiting({ known, may, onDecided }: WaitingProps) {
  const { id: requestId, phoneMatches, accountPhone, accountName } = known;
  const despitePhone = !phoneMatches;
  return (
    <>
      <RecordFieldList
        facts={[
          ['Account', accountName ?? 'There is no account with this e-mail'],
          ['E-mail', known.email],
          ["The account's phone", accountPhone && <PhoneLinks key="account" phone={accountPhone} />],
          ["The request's phone", <PhoneLinks key="request" phone={known.phone} />],
          ['Reason given', known.reason],
          ['Requested', formatLagosDateTime(known.createdAt)],
        ]}
      />
      {accountPhone && (
        <MessageBox kind={despitePhone ? 'warning' : 'info'} role="note">
          {despitePhone
            ? `The phone in the request is not the one of the account. Call ${formatPhone(accountPhone)} and ask the owner.`
            : `Call ${formatPhone(accountPhone)} before you approve.`}
        </MessageBox>
      )}
      {accountName !== null && may.includes('recovery approve') && (
        <ActionForm
          title="Give out a temporary key"
          label={despitePhone ? 'Approve Anyway' : 'Approve'}
          busyLabel="Approving..."
          asksReason={despitePhone}
          to={opsApproveRecoveryRequest}
          params={{ requestId }}
          reads={{ reason: String, despitePhone }}
          onDone={(reply) => onDecided({ isApproved: true, key: reply.data })}
        >
          {phoneMatches && (
            <TextField
              label="How you checked who they are"
              name="reason"
              maxLength={OPERATOR_REASON_LENGTH_MAX}
              optional
            />
          )}
        </ActionForm>
      )}
      {may.includes('recovery reject') && (
        <ActionForm
          title="Decline the request"
          label="Decline"
          variant="danger"
          busyLabel="Declining..."
          to={opsRejectRecoveryRequest}
          params={{ requestId }}
          onDone={() => onDecided({ isApproved: false })}
        />
      )}
    </>
  );
}
