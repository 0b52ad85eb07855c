import { PASSKEY_LABEL_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops-access-endpoints.ts';
import type { OpsAccessReply } from '#contract/schemas/ops-access.ts';
import { send } from '../../lib/api-send.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { RecoveryCodes } from '../RecoveryCodes.tsx';
import styles from './Access.module.css';
import { makePasskey } from './browser-passkeys.ts';
import { OwnDialog } from './OwnDialog.tsx';

type Passkey = OpsAccessReply['data']['passkeys'][number];

/** What somebody has begun to change. */
export type Change =
  | { kind: 'add' | 'authenticator' | 'codes' | 'password' }
  | { kind: 'rename' | 'remove'; passkey: Passkey };

interface Props {
  change: Change;
  onClose: () => void;
}

const ENDS_OTHERS = 'Everywhere else you are signed out.';

/** The words of each change, and its call. */
export function ChangeDialog({ change, onClose }: Props) {
  switch (change.kind) {
    case 'add':
      return (
        <OwnDialog
          title="Add a passkey"
          words="On this device, on your phone or on a security key. It takes the place of the code."
          fields={['label']}
          label="Add Passkey"
          busyLabel="Waiting for your device..."
          act={async ({ label, password }) => {
            const { data } = await send(calls.opsPasskeyAsk, { body: { password } });
            await send(calls.opsPasskeyAdd, { body: { label, passkey: await makePasskey(data.options) } });
          }}
          onClose={onClose}
        >
          <TextField
            label="What you call it"
            name="label"
            maxLength={PASSKEY_LABEL_MAX}
            hint="For example: my phone."
            required
          />
        </OwnDialog>
      );
    case 'rename':
      return (
        <OwnDialog
          title="Rename passkey"
          words="By its name you know it when you lose one."
          fields={['label']}
          asksPassword={false}
          label="Rename"
          busyLabel="Renaming..."
          act={async ({ label }) => {
            await send(calls.opsPasskeyLabel, { params: { id: change.passkey.id }, body: { label } });
          }}
          onClose={onClose}
        >
          <TextField
            label="What you call it"
            name="label"
            defaultValue={change.passkey.label}
            maxLength={PASSKEY_LABEL_MAX}
            required
          />
        </OwnDialog>
      );
    case 'remove':
      return (
        <OwnDialog
          title={`Remove ${change.passkey.label}`}
          words={`It opens nothing any more. ${ENDS_OTHERS}`}
          label="Remove"
          busyLabel="Removing..."
          act={async ({ password }) => {
            await send(calls.opsPasskeyRemove, { params: { id: change.passkey.id }, body: { password } });
          }}
          onClose={onClose}
        />
      );
    case 'authenticator':
      return (
        <OwnDialog
          title="Remove authenticator app"
          words={`From then on you sign in with a passkey. For another app an owner says: operator reset. ${ENDS_OTHERS}`}
          label="Remove"
          busyLabel="Removing..."
          act={async ({ password }) => {
            await send(calls.opsAuthenticatorRemove, { body: { password } });
          }}
          onClose={onClose}
        />
      );
    case 'codes':
      return (
        <OwnDialog
          title="New recovery codes"
          words="You get ten others. The old ones open nothing any more."
          label="Make New Codes"
          busyLabel="Making..."
          act={async ({ password }) => {
            const { data } = await send(calls.opsNewCodes, { body: { password } });
            return <NewCodes codes={data.recoveryCodes} onClose={onClose} />;
          }}
          onClose={onClose}
        />
      );
    case 'password':
      return (
        <OwnDialog
          title="Change password"
          words={ENDS_OTHERS}
          fields={['newPassword']}
          label="Change Password"
          busyLabel="Changing..."
          act={async (body) => {
            await send(calls.opsNewPassword, { body });
          }}
          onClose={onClose}
        >
          <PasswordField
            label="New password"
            name="newPassword"
            secretName="new password"
            hint="At least 12 characters."
            autoComplete="new-password"
            minLength={12}
            required
          />
        </OwnDialog>
      );
  }
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div className={`${styles.form} stack`} data-gap="4">
      <Note kind="warning">This is shown once. Write them down and keep them apart from your phone.</Note>
      <RecoveryCodes codes={codes} />
      <Button wide onClick={onClose}>
        I Have Them
      </Button>
    </div>
  );
}
