import { type FormEvent, useState } from 'react';
import { deleteAccount } from '#contract/account-endpoints.ts';
import { accountTexts } from '#contract/texts.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../lib/browser/focus-first-error.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

interface Props {
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for the password and deletes the account. If the server refuses, its message says what blocks the deletion. */
export function DeleteAccountDialog({ onClose, onDeleted }: Props) {
  const [password, setPassword] = useState('');
  const [giveUpWallet, setGiveUpWallet] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  usePreventReloadWhileUnsaved(password !== '');

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return;
    if (password.trim() === '') {
      focusFirstInvalidField(event.currentTarget);
      return setFailure(accountTexts.passwordRequired);
    }
    setFailure(null);
    setBusy(true);
    try {
      await callApi(deleteAccount, { body: { password: password.trim(), giveUpWallet } });
      onDeleted();
    } catch (error) {
      if (!isAbortError(error)) {
        setFailure(getErrorMessage(error, 'Your account could not be deleted. Please try again.'));
      }
      setBusy(false);
    }
  };

  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <p className="small">
        Your name, email, phone and addresses are erased for good. Orders stay in our books without your name.
      </p>
      <Form className="stack" noValidate onSubmit={handleSubmit}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CheckboxField checked={giveUpWallet} onChange={setGiveUpWallet}>
          I give up what is left in my wallet
        </CheckboxField>
        {failure && <MessageBox kind="error">{failure}</MessageBox>}
        <Button wide variant="line" onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" wide variant="danger" busyLabel={isBusy && 'Deleting...'}>
          Delete account
        </Button>
      </Form>
    </Dialog>
  );
}
