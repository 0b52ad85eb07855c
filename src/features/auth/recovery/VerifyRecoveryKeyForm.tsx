import { type FormEvent, useState } from 'react';
import { verifyRecoveryKey } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getBadRequestMessage } from '../../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../../lib/browser/focus-first-error.ts';
import { useUnsavedInputGuard } from '../../../offline/updates/use-unsaved-input.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { RetryingRequestStatus } from '../RetryingRequestStatus.tsx';
import { useRetryingRequest } from '../use-retrying-request.ts';
import { FormErrorMessage } from './FormErrorMessage.tsx';
import { validateRecoveryKeyInput } from './recovery-checks.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onVerified: (resetToken: string) => void;
}

/** Shows step 1 of the recovery, which checks email and recovery key. */
export function VerifyRecoveryKeyForm({ email, onEmail, onVerified }: Props) {
  const [secretRecoveryKey, setSecretRecoveryKey] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetryingRequest();
  useUnsavedInputGuard(email !== '' || secretRecoveryKey !== '');

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = validateRecoveryKeyInput(email, secretRecoveryKey);
    setWrong(error);
    if (error) {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    const body = { email: email.trim(), secretRecoveryKey: secretRecoveryKey.trim() };
    const reply = await retried.run(body, (parts, signal) => callApi(verifyRecoveryKey, parts, signal));
    if (reply) onVerified(reply.resetToken);
  };

  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
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
      <FormErrorMessage>{wrong}</FormErrorMessage>
      {!wrong && (
        <RetryingRequestStatus
          call={retried}
          getMessage={(error) =>
            getBadRequestMessage(error, 'Failed to verify recovery key. Please try again.')
          }
        />
      )}
      <Button type="submit" wide busyLabel={retried.isRunning && 'Verifying...'}>
        Verify key
      </Button>
    </Form>
  );
}
