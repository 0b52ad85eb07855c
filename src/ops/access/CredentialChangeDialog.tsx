import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PASSKEY_LABEL_LENGTH_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops/access-endpoints.ts';
import type { OpsOwnCredentialsReply } from '#contract/schemas/ops/access.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../../ui/control/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { endpointQuery, refetchEndpoints } from '../frames/console-queries.ts';
import { FieldValuesForm } from '../frames/fields.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import styles from './Access.module.css';
import { AuthenticatorCodeField, AuthenticatorKey } from './AuthenticatorKey.tsx';
import { createPasskey, getPasskeyErrorMessage } from './browser-passkeys.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RecoveryCodeList } from './RecoveryCodes.tsx';

type Passkey = OpsOwnCredentialsReply['data']['passkeys'][number];

/** Names the change of the operator's own sign-in that the dialog makes, and the passkey if it concerns one. */
export type OwnCredentialChange =
  | { kind: 'add' | 'authenticator' | 'new-authenticator' | 'codes' | 'password'; passkey?: undefined }
  | { kind: 'rename' | 'remove'; passkey: Passkey };

const FIELD_NAMES = ['label', 'newPassword', 'password', 'totpSecret', 'code'] as const;
type Fields = Record<(typeof FIELD_NAMES)[number], string>;

interface DialogTexts {
  title: string;
  /** Text that describes the effect of the change before it is made. */
  effect: string;
  label: string;
  busyLabel: string;
  field?: TextFreeChildren;
  /** False: the change does not affect how the operator signs in, so no password is requested. */
  asksPassword?: boolean;
  /** Makes the change. @returns new recovery codes, shown once; undefined: there are none, so the dialog closes. */
  submit: (fields: Fields) => Promise<readonly string[] | undefined>;
}

const ENDS_OTHERS = 'You are signed out everywhere else.';
const done = async (answer: Promise<object>) => void (await answer);

/** The texts and the API call of each kind of change. */
const CHANGES: Readonly<
  Record<OwnCredentialChange['kind'], (passkey: Pick<Passkey, 'id' | 'label'>) => DialogTexts>
> = {
  add: () => ({
    title: 'Add a passkey',
    effect: 'On this device, on your phone or on a security key. You then use it instead of the code.',
    label: 'Add Passkey',
    busyLabel: 'Waiting for your device...',
    field: <LabelField hint="For example: my phone." />,
    submit: async ({ label, password }) => {
      const { data } = await sendApiRequest(calls.opsStartPasskeyRegistration, { body: { password } });
      const passkey = await createPasskey(data.options);
      return done(sendApiRequest(calls.opsAddPasskey, { body: { label, passkey } }));
    },
  }),
  rename: ({ id, label: name }) => ({
    title: 'Rename passkey',
    effect: 'The name tells you which one to remove if you lose a device.',
    label: 'Rename',
    busyLabel: 'Renaming...',
    field: <LabelField defaultValue={name} />,
    asksPassword: false,
    submit: ({ label }) => done(sendApiRequest(calls.opsRenamePasskey, { params: { id }, body: { label } })),
  }),
  remove: ({ id, label: name }) => ({
    title: `Remove ${name}`,
    effect: `It can no longer be used to sign in. ${ENDS_OTHERS}`,
    label: 'Remove',
    busyLabel: 'Removing...',
    submit: ({ password }) =>
      done(sendApiRequest(calls.opsRemovePasskey, { params: { id }, body: { password } })),
  }),
  authenticator: () => ({
    title: 'Remove authenticator app',
    effect: `From now on you sign in with a passkey. You can set up an app again here. ${ENDS_OTHERS}`,
    label: 'Remove',
    busyLabel: 'Removing...',
    submit: ({ password }) => done(sendApiRequest(calls.opsRemoveAuthenticator, { body: { password } })),
  }),
  'new-authenticator': () => ({
    title: 'Set up an authenticator app',
    effect: `The app that you set up before stops working. ${ENDS_OTHERS}`,
    label: 'Use This App',
    busyLabel: 'Checking the code...',
    field: <NewAuthenticatorFields />,
    submit: ({ password, totpSecret, code }) =>
      done(sendApiRequest(calls.opsReplaceAuthenticator, { body: { password, totpSecret, code } })),
  }),
  codes: () => ({
    title: 'New recovery codes',
    effect: 'You get ten new codes. The old ones stop working.',
    label: 'Make New Codes',
    busyLabel: 'Making...',
    submit: async ({ password }) =>
      (await sendApiRequest(calls.opsReplaceRecoveryCodes, { body: { password } })).data.recoveryCodes,
  }),
  password: () => ({
    title: 'Change password',
    effect: ENDS_OTHERS,
    label: 'Change Password',
    busyLabel: 'Changing...',
    field: <NewPasswordField name="newPassword" secretName="new password" />,
    submit: ({ newPassword, password }) =>
      done(sendApiRequest(calls.opsChangeOwnPassword, { body: { newPassword, password } })),
  }),
};

/** Shows a new authenticator key, and a field for a code from the app into which it was entered. */
function NewAuthenticatorFields() {
  const query = useQuery({
    ...endpointQuery(calls.opsGetNewAuthenticatorKey),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <QueryStateView query={query}>
      {(made) => (
        <>
          <AuthenticatorKey {...made} />
          <input type="hidden" name="totpSecret" value={made.totpSecret} />
          <AuthenticatorCodeField />
        </>
      )}
    </QueryStateView>
  );
}

function LabelField(props: { hint?: string; defaultValue?: string }) {
  return (
    <TextField
      label="Name of the passkey"
      name="label"
      {...props}
      maxLength={PASSKEY_LABEL_LENGTH_MAX}
      required
    />
  );
}

/** Makes one change of the operator's own sign-in after requesting the password. */
export function CredentialChangeDialog({
  change,
  onClose,
}: {
  change: OwnCredentialChange;
  onClose: () => void;
}) {
  const {
    title,
    effect,
    label,
    busyLabel,
    field,
    asksPassword = true,
    submit,
  } = CHANGES[change.kind](change.passkey ?? { id: '', label: '' });
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const changed = useMutation({
    mutationFn: submit,
    onSuccess: (answer) => {
      void refetchEndpoints(queryClient);
      if (answer) setCodes(answer);
      else onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {codes ? (
        <div className={`${styles.form} stack`} data-gap="4">
          <MessageBox kind="warning">
            This is shown once. Write them down and do not keep them on your phone.
          </MessageBox>
          <RecoveryCodeList codes={codes} />
          <Button wide onClick={onClose}>
            I Saved Them
          </Button>
        </div>
      ) : (
        <FieldValuesForm
          className={`${styles.form} stack`}
          data-gap="4"
          aria-label={title}
          names={FIELD_NAMES}
          onFields={(fields) => changed.mutate(fields)}
        >
          <p className="muted">{effect}</p>
          {field}
          {asksPassword && (
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
          )}
          <RequestFailureMessage
            error={changed.error}
            fallback="It could not be done."
            getMessage={getPasskeyErrorMessage}
          />
          <Button type="submit" wide busyLabel={changed.isPending && busyLabel}>
            {label}
          </Button>
        </FieldValuesForm>
      )}
    </Dialog>
  );
}
