import { type FormEvent, useState } from 'react';
import { requestRecoveryKeyReset } from '#contract/endpoints.ts';
import { REASON_MAX } from '#contract/limits.ts';
import { call } from '../../../lib/api-client.ts';
import { refusalMessage } from '../../../lib/error-message.ts';
import { focusFirstInvalid } from '../../../lib/focus-first-error.ts';
import { useUnsavedInput } from '../../../offline/updates/busy-reasons.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmailField } from '../../../ui/EmailField.tsx';
import { Form } from '../../../ui/Form.tsx';
import { PhoneField } from '../../../ui/PhoneField.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import { CallFeedback } from '../CallFeedback.tsx';
import { useRetriedCall } from '../use-retried-call.ts';
import { FormError } from './FormError.tsx';
import { resetRequestError } from './recovery-checks.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
  onRequested: () => void;
}

/** Requests a review by an admin, for shoppers without a key. The response never reveals whether the account exists. */
export function ResetRequestForm({ email, onEmail, onBack, onRequested }: Props) {
  const [phone, setPhone] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetriedCall();
  useUnsavedInput(email !== '' || phone !== '' || reason !== '');

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = resetRequestError(email, phone, reason);
    setWrong(error);
    if (error) {
      focusFirstInvalid(event.currentTarget);
      return;
    }
    const body = { email: email.trim(), phone: phone.trim(), reason: reason.trim() };
    const reply = await retried.run(body, (parts, signal) => call(requestRecoveryKeyReset, parts, signal));
    if (reply) onRequested();
  };

  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
      <EmailField name="email" value={email} onChange={(event) => onEmail(event.target.value)} />
      <PhoneField label="WhatsApp number" name="phone" required value={phone} onChange={setPhone} />
      <TextArea
        label="Reason"
        name="reason"
        required
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormError>{wrong}</FormError>
      {!wrong && (
        <CallFeedback
          call={retried}
          tell={(error) =>
            refusalMessage(error, 'Failed to submit recovery key reset request. Please try again.')
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
