import { type FormEvent, useState } from 'react';
import { requestRecoveryKeyReset } from '#contract/account-endpoints.ts';
import { RECOVERY_REQUEST_REASON_LENGTH_MAX } from '#contract/limits.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getBadRequestMessage } from '../../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../../lib/browser/focus-first-error.ts';
import { useUnsavedInputGuard } from '../../../offline/updates/use-unsaved-input.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { RetryingRequestStatus } from '../RetryingRequestStatus.tsx';
import { useRetryingRequest } from '../use-retrying-request.ts';
import { FormErrorMessage } from './FormErrorMessage.tsx';
import { validateRecoveryKeyResetRequest } from './recovery-checks.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
  onRequested: () => void;
}

/** Shows a form that asks an operator for help. The response never reveals whether the account exists. */
export function RecoveryKeyResetRequestForm({ email, onEmail, onBack, onRequested }: Props) {
  const [phone, setPhone] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetryingRequest();
  useUnsavedInputGuard(email !== '' || phone !== '' || reason !== '');

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = validateRecoveryKeyResetRequest(email, phone, reason);
    setWrong(error);
    if (error) {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    const body = { email: email.trim(), phone: phone.trim(), reason: reason.trim() };
    const reply = await retried.run(body, (parts, signal) => callApi(requestRecoveryKeyReset, parts, signal));
    if (reply) onRequested();
  };

  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
      <EmailField name="email" value={email} onChange={(event) => onEmail(event.target.value)} />
      <PhoneField label="WhatsApp number" name="phone" required value={phone} onChange={setPhone} />
      <TextAreaField
        label="Reason"
        name="reason"
        required
        maxLength={RECOVERY_REQUEST_REASON_LENGTH_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormErrorMessage>{wrong}</FormErrorMessage>
      {!wrong && (
        <RetryingRequestStatus
          call={retried}
          getMessage={(error) =>
            getBadRequestMessage(error, 'Failed to submit recovery key reset request. Please try again.')
          }
        />
      )}
      <Button type="submit" wide busyLabel={retried.isRunning && 'Sending...'}>
        Send request
      </Button>
      <Button variant="line" wide onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
