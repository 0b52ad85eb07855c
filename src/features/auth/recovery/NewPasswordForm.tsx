import { type FormEvent, useState } from 'react';
import { resetPassword } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getBadRequestMessage } from '../../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../../lib/browser/focus-first-error.ts';
import { useUnsavedInputGuard } from '../../../offline/updates/use-unsaved-input.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { RetryingRequestStatus } from '../RetryingRequestStatus.tsx';
import { useRetryingRequest } from '../use-retrying-request.ts';
import { FormErrorMessage } from './FormErrorMessage.tsx';
import { validateNewPassword } from './recovery-checks.ts';

interface Props {
  /**
   * Token that permits one change of the password within 15 minutes. It is never stored, so that nobody else can use
   * it.
   */
  resetToken: string;
  /** Returns to step 1; the token is then dropped. */
  onBack: () => void;
  onReset: () => void;
}

/** Shows step 2 of the recovery, which sets a new password. */
export function NewPasswordForm({ resetToken, onBack, onReset }: Props) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetryingRequest();
  // Prevents automatic reloads. The reset token is only in memory, so a reload would return the shopper to step 1.
  useUnsavedInputGuard(true);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = validateNewPassword(password, confirmation);
    setWrong(error);
    if (error) {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    const body = { resetToken, newPassword: password.trim() };
    const reply = await retried.run(body, (parts, signal) => callApi(resetPassword, parts, signal));
    if (reply) onReset();
  };

  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
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
      <FormErrorMessage>{wrong}</FormErrorMessage>
      {!wrong && (
        <RetryingRequestStatus
          call={retried}
          getMessage={(error) => getBadRequestMessage(error, 'Failed to reset password. Please try again.')}
        />
      )}
      <Button type="submit" wide busyLabel={retried.isRunning && 'Saving...'}>
        Reset password
      </Button>
      <Button variant="line" wide onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
