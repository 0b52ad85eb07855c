import { useState } from 'react';
import { requestRecoveryKeyReset } from '#contract/account-endpoints.ts';
import { RECOVERY_REQUEST_REASON_LENGTH_MAX } from '#contract/limits.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { usePreventReloadWhileUnsaved } from '../../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
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
  usePreventReloadWhileUnsaved(email !== '' || phone !== '' || reason !== '');

  return (
    <RecoveryForm
      wrong={validateRecoveryKeyResetRequest(email, phone, reason)}
      body={{ email: email.trim(), phone: phone.trim(), reason: reason.trim() }}
      send={(parts, signal) => callApi(requestRecoveryKeyReset, parts, signal)}
      onReply={onRequested}
      failed="Failed to submit recovery key reset request. Please try again."
      label="Send request"
      busyLabel="Sending..."
      onBack={onBack}
    >
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
    </RecoveryForm>
  );
}
