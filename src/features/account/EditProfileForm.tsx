import { type FormEvent, useState } from 'react';
import { updateName } from '#contract/endpoints.ts';
import { NAME_MAX } from '#contract/limits.ts';
import { normalLine } from '#contract/rules/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';
import { call } from '../../lib/api-client.ts';
import { isAborted } from '../../lib/api-errors.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { focusFirstInvalid } from '../../lib/focus-first-error.ts';
import { ReusedIdempotencyKey } from '../../lib/reused-idempotency-key.ts';
import { mergeUser } from '../../lib/session.ts';
import { useUnsavedInput } from '../../offline/updates/busy-reasons.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface Props {
  name: string;
  onSaved: () => void;
}

export function EditProfileForm({ name, onSaved }: Props) {
  const [typed, setTyped] = useState(name);
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [intent] = useState(() => new ReusedIdempotencyKey());
  useUnsavedInput(typed !== name);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const next = normalLine(typed);
    setFailure(null);
    setWrong(next === '' ? accountTexts.nameRequired : null);
    if (next === '') {
      focusFirstInvalid(event.currentTarget);
      return;
    }
    setBusy(true);
    try {
      const body = { name: next };
      const { user } = await intent.run(body, (idempotencyKey) => call(updateName, { body, idempotencyKey }));
      mergeUser(user);
      onSaved();
    } catch (error) {
      if (!isAborted(error)) {
        setFailure(errorMessage(error, 'Your profile could not be saved. Please try again.'));
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
        maxLength={NAME_MAX}
        required
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failure && <Note kind="error">{failure}</Note>}
      <Button type="submit" wide busyLabel={isBusy && 'Saving...'}>
        Save changes
      </Button>
    </Form>
  );
}
