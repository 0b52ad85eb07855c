import { useState } from 'react';
import { replaceForgottenRecoveryKey } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { usePreventReloadWhileUnsaved } from '../../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { type TemporaryRecoveryKeyFormInput, validateTemporaryRecoveryKeyInput } from './recovery-checks.ts';

interface Props {
  /** The account's email address, from the screen before. */
  email: string;
  temporaryKey: string;
  /** @param message the server's confirmation. */
  onUpdated: (message: string, email: string) => void;
  /** True: the key is set, and the next screen is about to open. */
  isDone: boolean;
}

/** Shows a form that sets a new recovery key with the temporary key that an operator sent. */
export function TemporaryRecoveryKeyForm({ email, temporaryKey, onUpdated, isDone }: Props) {
  const [input, setInput] = useState<TemporaryRecoveryKeyFormInput>({
    email,
    temporaryKey,
    newRecoveryKey: '',
    confirmation: '',
  });
  usePreventReloadWhileUnsaved(input.newRecoveryKey !== '' || input.confirmation !== '');
  const field = (name: keyof TemporaryRecoveryKeyFormInput) => ({
    name,
    required: true,
    value: input[name],
    onChange: (event: { target: { value: string } }) =>
      setInput((before) => ({ ...before, [name]: event.target.value })),
  });

  const body = {
    email: input.email.trim(),
    temporaryKey: input.temporaryKey.trim(),
    newRecoveryKey: input.newRecoveryKey.trim(),
  };

  return (
    <RecoveryForm
      wrong={validateTemporaryRecoveryKeyInput(input)}
      body={body}
      send={(parts, signal) => callApi(replaceForgottenRecoveryKey, parts, signal)}
      onReply={({ message }) => onUpdated(message, body.email)}
      failed="Failed to update recovery key. Please try again."
      label="Set new recovery key"
      busyLabel="Saving..."
      disabled={isDone}
    >
      <EmailField {...field('email')} />
      <TextField
        label="Temporary key"
        autoComplete="off"
        autoCapitalize="characters"
        {...field('temporaryKey')}
      />
      <PasswordField
        label="New recovery key"
        secretName="recovery key"
        autoComplete="off"
        hint="At least 8 characters"
        {...field('newRecoveryKey')}
      />
      <PasswordField
        label="Confirm new recovery key"
        secretName="recovery key"
        autoComplete="off"
        {...field('confirmation')}
      />
    </RecoveryForm>
  );
}
