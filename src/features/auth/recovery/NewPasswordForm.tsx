import { type FormEvent, useState } from 'react';
import { resetPassword } from '#contract/endpoints.ts';
import { call } from '../../../lib/api-client.ts';
import { refusalMessage } from '../../../lib/error-message.ts';
import { focusFirstInvalid } from '../../../lib/focus-first-error.ts';
import { useUnsavedInput } from '../../../offline/updates/busy-reasons.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { CallFeedback } from '../CallFeedback.tsx';
import { useRetriedCall } from '../use-retried-call.ts';
import { FormError } from './FormError.tsx';
import { newPasswordError } from './recovery-checks.ts';

interface Props {
  /** Single-use, valid for 15 minutes, never persisted. */
  resetToken: string;
  /** Returns to step 1 and drops the token. */
  onBack: () => void;
  onReset: () => void;
}

/** Sets the new password, which is step 2 of the recovery. */
export function NewPasswordForm({ resetToken, onBack, onReset }: Props) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetriedCall();
  // The reset token is only in memory, so a reload would return the shopper to step 1.
  useUnsavedInput(true);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = newPasswordError(password, confirmation);
    setWrong(error);
    if (error) {
      focusFirstInvalid(event.currentTarget);
      return;
    }
    const body = { resetToken, newPassword: password.trim() };
    const reply = await retried.run(body, (parts, signal) => call(resetPassword, parts, signal));
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
      <FormError>{wrong}</FormError>
      {!wrong && (
        <CallFeedback
          call={retried}
          tell={(error) => refusalMessage(error, 'Failed to reset password. Please try again.')}
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
