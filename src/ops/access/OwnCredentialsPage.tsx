import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  opsEndOtherSessions,
  opsEndOwnSession,
  opsGetOwnCredentials,
} from '#contract/ops/access-endpoints.ts';
import type { OpsOwnCredentialsReply } from '#contract/schemas/ops/access.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { Button } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { endpointQuery, refetchEndpoints } from '../frames/console-queries.ts';
import { TitledSection } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import type { OpsScreenProps } from '../screens.ts';
import { operatorSessionQuery } from '../session.ts';
import styles from './Access.module.css';
import { isPasskeySupported } from './browser-passkeys.ts';
import { CredentialChangeDialog, type OwnCredentialChange } from './CredentialChangeDialog.tsx';
import { formatDeviceName } from './device-text.ts';
import { PushKindSwitches } from './PushKindSwitches.tsx';

export const RECOVERY_CODES_LOW_BELOW = 3;

/** Shows the operator's own sign-in: password, second factors and sessions. */
export function OwnCredentialsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const session = useQuery(operatorSessionQuery).data;
  const access = useQuery(endpointQuery(opsGetOwnCredentials));
  const [change, setChange] = useState<OwnCredentialChange | null>(null);
  return (
    <div className={`${styles.page} stack`} data-gap="6">
      <h1>My access</h1>
      <QueryStateView query={access}>
        {(known) => (
          <>
            <Factors access={known} onChange={setChange} />
            <Sessions access={known} />
            {session && <PushKindSwitches name={session.name} may={may} />}
          </>
        )}
      </QueryStateView>
      {change && <CredentialChangeDialog change={change} onClose={() => setChange(null)} />}
    </div>
  );
}

interface Row {
  key: string;
  name: string;
  facts: string;
  actions?: ReactNode;
}

/** Lists the operator's own sign-in methods or sessions, each with its actions. */
function OwnRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ key, name, facts, actions }) => (
        <li key={key} className={styles.row}>
          <div className={`${styles.what} stack`} data-gap="1">
            <span className="strong">{name}</span>
            <span className="muted small">{facts}</span>
          </div>
          {actions && (
            <div className="row" data-wrap data-gap="2">
              {actions}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FactorsProps {
  access: OpsOwnCredentialsReply['data'];
  onChange: (change: OwnCredentialChange) => void;
}

function Factors({ access, onChange }: FactorsProps) {
  const { recoveryCodesLeft, canAddPasskeys } = access;
  return (
    <TitledSection title="How you sign in">
      {recoveryCodesLeft < RECOVERY_CODES_LOW_BELOW && (
        <MessageBox kind="warning" role="note">
          {`${
            recoveryCodesLeft === 0
              ? 'No recovery code is left.'
              : `Recovery codes left: ${recoveryCodesLeft}.`
          } A lost phone would lock you out: make new ones.`}
        </MessageBox>
      )}
      <OwnRows label="How you sign in" rows={factorsOf(access, onChange)} />
      <p className="muted small">
        If you lose your phone, sign in with a recovery code. Then set up an authenticator app on another
        phone here.
      </p>
      {canAddPasskeys && isPasskeySupported() ? (
        <div>
          <Button variant="soft" onClick={() => onChange({ kind: 'add' })}>
            Add a Passkey
          </Button>
        </div>
      ) : (
        <p className="muted small">
          {canAddPasskeys
            ? 'This browser does not support passkeys.'
            : 'Passkeys do not work here: the shop is opened by an IP address and needs a domain name.'}
        </p>
      )}
    </TitledSection>
  );
}

function factorsOf(
  { passkeys, hasAuthenticator, recoveryCodesLeft }: OpsOwnCredentialsReply['data'],
  onChange: (change: OwnCredentialChange) => void,
): Row[] {
  const renderChangeButton = (label: string, change: OwnCredentialChange, of?: string) => (
    <Button variant="line" small onClick={() => onChange(change)} aria-label={of && `${label} ${of}`}>
      {label}
    </Button>
  );
  const authenticator = {
    key: 'authenticator',
    name: 'Authenticator app',
    facts: hasAuthenticator ? 'A six-digit code.' : 'Not set up.',
    actions: (
      <>
        {renderChangeButton(
          hasAuthenticator ? 'Replace' : 'Set Up',
          { kind: 'new-authenticator' },
          'authenticator app',
        )}
        {hasAuthenticator &&
          passkeys.length > 0 &&
          renderChangeButton('Remove', { kind: 'authenticator' }, 'authenticator app')}
      </>
    ),
  };
  return [
    {
      key: 'password',
      name: 'Password',
      facts: 'Asked every time, together with one of the following.',
      actions: renderChangeButton('Change Password', { kind: 'password' }),
    },
    authenticator,
    ...passkeys.map((passkey) => ({
      key: passkey.id,
      name: passkey.label,
      facts: `Passkey, added ${formatLagosDateTime(passkey.createdAt)}, ${passkey.usedAt ? `last used ${formatLagosDateTime(passkey.usedAt)}` : 'not used yet'}`,
      actions: (
        <>
          {renderChangeButton('Rename', { kind: 'rename', passkey }, passkey.label)}
          {(hasAuthenticator || passkeys.length > 1) &&
            renderChangeButton('Remove', { kind: 'remove', passkey }, passkey.label)}
        </>
      ),
    })),
    {
      key: 'codes',
      name: 'Recovery codes',
      facts: `${recoveryCodesLeft} of 10 left. Each works once.`,
      actions: renderChangeButton('Make New Codes', { kind: 'codes' }),
    },
  ];
}

function Sessions({ access: { sessions } }: { access: OpsOwnCredentialsReply['data'] }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? sendApiRequest(opsEndOtherSessions, {})
        : sendApiRequest(opsEndOwnSession, { params: { id } }),
    // The sessions are fetched again even after a failure, because the session may have ended already.
    onSettled: () => refetchEndpoints(queryClient),
  });
  const isEnding = (id: string | null) => end.isPending && end.variables === id && 'Ending...';
  return (
    <TitledSection title="Where you are signed in">
      <OwnRows
        label="Sessions"
        rows={sessions.map(({ id, isThis, userAgent, ip, createdAt, lastSeenAt }) => ({
          key: id,
          name: formatDeviceName(userAgent),
          facts: `${ip ?? 'Unknown address'}, since ${formatLagosDateTime(createdAt)}, last seen ${formatLagosDateTime(lastSeenAt)}`,
          actions: isThis ? (
            <LabelBadge>This one</LabelBadge>
          ) : (
            <Button
              variant="line"
              small
              onClick={() => end.mutate(id)}
              busyLabel={isEnding(id)}
              aria-label={`End ${formatDeviceName(userAgent)}, since ${formatLagosDateTime(createdAt)}`}
            >
              End
            </Button>
          ),
        }))}
      />
      <RequestFailureMessage error={end.error} fallback="It could not be ended." />
      {sessions.length > 1 && (
        <div>
          <Button variant="danger" onClick={() => end.mutate(null)} busyLabel={isEnding(null)}>
            End All Others
          </Button>
        </div>
      )}
    </TitledSection>
  );
}
