import type { OpsAccessReply } from '#contract/schemas/ops-access.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { lagosTime } from '../words.ts';
import { hasPasskeys } from './browser-passkeys.ts';
import type { Change } from './ChangeDialog.tsx';
import { OwnRows } from './OwnRows.tsx';

export const FEW_CODES = 3;

interface Props {
  access: OpsAccessReply['data'];
  onChange: (change: Change) => void;
}

/** Password, authenticator, passkeys and recovery codes. */
export function Factors({ access, onChange }: Props) {
  const { passkeys, hasAuthenticator, recoveryCodesLeft, canAddPasskeys } = access;
  const few = recoveryCodesLeft < FEW_CODES;
  return (
    <section className="stack" data-gap="3">
      <h2>How you sign in</h2>
      {few && (
        <Note kind="warning" role="note">
          {`${
            recoveryCodesLeft === 0
              ? 'No recovery code is left.'
              : `Recovery codes left: ${recoveryCodesLeft}.`
          } A lost phone would lock you out: make new ones.`}
        </Note>
      )}
      <OwnRows
        label="How you sign in"
        rows={[
          {
            key: 'password',
            name: 'Password',
            facts: 'With one of the following, each time.',
            acts: <Act onClick={() => onChange({ kind: 'password' })}>Change Password</Act>,
          },
          ...(hasAuthenticator
            ? [
                {
                  key: 'authenticator',
                  name: 'Authenticator app',
                  facts: 'A code of six digits.',
                  acts: passkeys.length > 0 && (
                    <Act label="Remove authenticator app" onClick={() => onChange({ kind: 'authenticator' })}>
                      Remove
                    </Act>
                  ),
                },
              ]
            : []),
          ...passkeys.map((passkey) => ({
            key: passkey.id,
            name: passkey.label,
            facts: `Passkey, added ${lagosTime(passkey.createdAt)}, ${passkey.usedAt ? `last used ${lagosTime(passkey.usedAt)}` : 'not used yet'}`,
            acts: (
              <>
                <Act label={`Rename ${passkey.label}`} onClick={() => onChange({ kind: 'rename', passkey })}>
                  Rename
                </Act>
                {(hasAuthenticator || passkeys.length > 1) && (
                  <Act
                    label={`Remove ${passkey.label}`}
                    onClick={() => onChange({ kind: 'remove', passkey })}
                  >
                    Remove
                  </Act>
                )}
              </>
            ),
          })),
          {
            key: 'codes',
            name: 'Recovery codes',
            facts: `${recoveryCodesLeft} of 10 left, each for one time.`,
            acts: <Act onClick={() => onChange({ kind: 'codes' })}>Make New Codes</Act>,
          },
        ]}
      />
      <p className="muted small">
        {`A lost phone: sign in with a recovery code. Then ${canAddPasskeys ? 'add a passkey here and remove the authenticator, or ' : ''}ask an owner to reset you under Operators, which gives you another authenticator.`}
      </p>
      {canAddPasskeys && hasPasskeys() ? (
        <div>
          <Button variant="soft" onClick={() => onChange({ kind: 'add' })}>
            Add a Passkey
          </Button>
        </div>
      ) : (
        <p className="muted small">
          {canAddPasskeys
            ? 'This browser has no passkeys.'
            : 'Passkeys need a shop whose address is a name, not a number.'}
        </p>
      )}
    </section>
  );
}

function Act({ label, onClick, children }: { label?: string; onClick: () => void; children: string }) {
  return (
    <Button variant="line" small onClick={onClick} aria-label={label}>
      {children}
    </Button>
  );
}
