import { type FormEvent, useState } from 'react';
import { updateShopperName } from '#contract/account-endpoints.ts';
import { SHOPPER_NAME_LENGTH_MAX } from '#contract/limits.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { IdempotentRequestSender } from '../../lib/api/idempotent-request-sender.ts';
import { focusFirstInvalidField } from '../../lib/browser/focus-first-error.ts';
import { mergeSessionUser } from '../../lib/session/session.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';

interface Props {
  name: string;
  onSaved: () => void;
}

export function EditProfileForm({ name, onSaved }: Props) {
  const [typed, setTyped] = useState(name);
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [intent] = useState(() => new IdempotentRequestSender());
  usePreventReloadWhileUnsaved(typed !== name);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return;
    const next = normalizeSingleLineText(typed);
    setFailure(null);
    setWrong(next === '' ? accountTexts.nameRequired : null);
    if (next === '') {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    setBusy(true);
    try {
      const body = { name: next };
      const { user } = await intent.run(body, (idempotencyKey) =>
        callApi(updateShopperName, { body, idempotencyKey }),
      );
      mergeSessionUser(user);
      onSaved();
    } catch (error) {
      if (!isAbortError(error)) {
        setFailure(getErrorMessage(error, 'Your profile could not be saved. Please try again.'));
      }
      setBusy(false);
    }
  };

  return (
    <Form className="card stack" noValidate onSubmit={handleSubmit}>
      <TextField
        label="Full name"
        name="fullname"
        autoComplete="name"
        maxLength={SHOPPER_NAME_LENGTH_MAX}
        required
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failure && <MessageBox kind="error">{failure}</MessageBox>}
      <Button type="submit" wide busyLabel={isBusy && 'Saving...'}>
        Save changes
      </Button>
    </Form>
  );
}
