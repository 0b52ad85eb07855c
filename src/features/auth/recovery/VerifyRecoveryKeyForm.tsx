import { useState } from 'react';
import { verifyRecoveryKey } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { usePreventReloadWhileUnsaved } from '../../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { validateRecoveryKeyInput } from './recovery-checks.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onVerified: (resetToken: string) => void;
}

/** Shows step 1 of the recovery, which checks email and recovery key. */
export function VerifyRecoveryKeyForm({ email, onEmail, onVerified }: Props) {
  const [secretRecoveryKey, setSecretRecoveryKey] = useState('');
  usePreventReloadWhileUnsaved(email !== '' || secretRecoveryKey !== '');

  return (
    <RecoveryForm
      wrong={validateRecoveryKeyInput(email, secretRecoveryKey)}
      body={{ email: email.trim(), secretRecoveryKey: secretRecoveryKey.trim() }}
      send={(parts, signal) => callApi(verifyRecoveryKey, parts, signal)}
      onReply={({ resetToken }) => onVerified(resetToken)}
      failed="Failed to verify recovery key. Please try again."
      label="Verify key"
      busyLabel="Verifying..."
    >
      <EmailField name="email" value={email} onChange={(event) => onEmail(event.target.value)} />
      <PasswordField
        label="Secret recovery key"
        name="secretRecoveryKey"
        secretName="recovery key"
        autoComplete="off"
        required
        value={secretRecoveryKey}
        onChange={(event) => setSecretRecoveryKey(event.target.value)}
      />
    </RecoveryForm>
  );
}
