import { useState } from 'react';
import { resetPassword } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { usePreventReloadWhileUnsaved } from '../../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { validateNewPassword } from './recovery-checks.ts';

interface Props {
  /**
   * Token that permits one change of the password within 15 minutes. It is never stored, so that nobody else can use
   * it.
   */
  resetToken: string;
  /** Returns to step 1 of the recovery, which drops the reset token. */
  onBack: () => void;
  onReset: () => void;
}

/** Shows step 2 of the recovery, which sets a new password. */
export function NewPasswordForm({ resetToken, onBack, onReset }: Props) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  // Prevents automatic reloads. The reset token is only in memory, so a reload would return the shopper to step 1.
  usePreventReloadWhileUnsaved(true);

  return (
    <RecoveryForm
      wrong={validateNewPassword(password, confirmation)}
      body={{ resetToken, newPassword: password.trim() }}
      send={(parts, signal) => callApi(resetPassword, parts, signal)}
      onReply={onReset}
      failed="Failed to reset password. Please try again."
      label="Reset password"
      busyLabel="Saving..."
      onBack={onBack}
    >
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 6 characters"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm new password"
        name="confirmation"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
    </RecoveryForm>
  );
}
