import { type FormEvent, useState } from 'react';
import { updateRecoveryKey } from '#contract/account-endpoints.ts';
import { SHOPPER_RECOVERY_KEY_LENGTH_MIN } from '#contract/limits.ts';
import { normalizeSecret } from '#contract/rules/text/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { getBadRequestMessage } from '../../lib/api/error-message.ts';
import { IdempotentRequestSender } from '../../lib/api/idempotent-request-sender.ts';
import { focusFirstInvalidField } from '../../lib/browser/focus-first-error.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';

const FAILED = 'Failed to update recovery key. Please try again.';

/** @returns the error message of the form, or null when it may be sent. */
function recoveryKeyError(currentPassword: string, newKey: string): string | null {
  if (!currentPassword.trim() || !newKey.trim()) return accountTexts.fillAllFields;
  return normalizeSecret(newKey.trim()).length < SHOPPER_RECOVERY_KEY_LENGTH_MIN
    ? accountTexts.newRecoveryKeyTooShort
    : null;
}

/** Shows a form that changes the recovery key. The current password stops anybody else who holds the phone. */
export function UpdateRecoveryKeyCard() {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newKey, setNewKey] = useState('');
  const [result, setResult] = useState<{ kind: 'success' | 'error'; message: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [intent] = useState(() => new IdempotentRequestSender());
  usePreventReloadWhileUnsaved(currentPassword !== '' || newKey !== '');

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return;
    const wrong = recoveryKeyError(currentPassword, newKey);
    setResult(wrong ? { kind: 'error', message: wrong } : null);
    if (wrong) {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    setBusy(true);
    try {
      const body = { currentPassword: currentPassword.trim(), newSecretRecoveryKey: newKey.trim() };
      const { message } = await intent.run(body, (idempotencyKey) =>
        callApi(updateRecoveryKey, { body, idempotencyKey }),
      );
      setResult({ kind: 'success', message });
      setCurrentPassword('');
      setNewKey('');
    } catch (error) {
      if (!isAbortError(error)) setResult({ kind: 'error', message: getBadRequestMessage(error, FAILED) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form className="card stack" noValidate onSubmit={handleSubmit} aria-labelledby="recovery-key">
      <div className="row" data-wrap="">
        <IconDisc icon="key" />
        <h2 id="recovery-key" className="grow">
          Update Secret Recovery Key
        </h2>
      </div>
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <PasswordField
        label="New recovery key"
        name="newSecretRecoveryKey"
        secretName="recovery key"
        autoComplete="off"
        hint="At least 8 characters"
        required
        value={newKey}
        onChange={(event) => setNewKey(event.target.value)}
      />
      {result && <MessageBox kind={result.kind}>{result.message}</MessageBox>}
      <Button type="submit" variant="soft" wide busyLabel={isBusy && 'Saving...'}>
        Update key
      </Button>
    </Form>
  );
}
