import { type FormEvent, useState } from 'react';
import { replaceForgottenRecoveryKey } from '#contract/account-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getBadRequestMessage } from '../../../lib/api/error-message.ts';
import { focusFirstInvalidField } from '../../../lib/browser/focus-first-error.ts';
import { useUnsavedInputGuard } from '../../../offline/updates/use-unsaved-input.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { RetryingRequestStatus } from '../RetryingRequestStatus.tsx';
import { useRetryingRequest } from '../use-retrying-request.ts';
import { FormErrorMessage } from './FormErrorMessage.tsx';
import { type TemporaryRecoveryKeyFormInput, validateTemporaryRecoveryKeyInput } from './recovery-checks.ts';

interface Props {
  /** The account's email address, from the screen before. */
  email: string;
  temporaryKey: string;
  /** @param message the server's confirmation. */
  onUpdated: (message: string, email: string) => void;
  /** True: the key is set, and the next screen is about to open. */
  isDone: boolean;
}

/** Shows a form that sets a new recovery key with the temporary key that an operator sent. */
export function TemporaryRecoveryKeyForm({ email, temporaryKey, onUpdated, isDone }: Props) {
  const [input, setInput] = useState<TemporaryRecoveryKeyFormInput>({
    email,
    temporaryKey,
    newRecoveryKey: '',
    confirmation: '',
  });
  const [wrong, setWrong] = useState<string | null>(null);
  const retried = useRetryingRequest();
  useUnsavedInputGuard(input.newRecoveryKey !== '' || input.confirmation !== '');
  const field = (name: keyof TemporaryRecoveryKeyFormInput) => ({
    name,
    required: true,
    value: input[name],
    onChange: (event: { target: { value: string } }) =>
      setInput((before) => ({ ...before, [name]: event.target.value })),
  });

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isDone) return;
    const error = validateTemporaryRecoveryKeyInput(input);
    setWrong(error);
    if (error) {
      focusFirstInvalidField(event.currentTarget);
      return;
    }
    const body = {
      email: input.email.trim(),
      temporaryKey: input.temporaryKey.trim(),
      newRecoveryKey: input.newRecoveryKey.trim(),
    };
    const reply = await retried.run(body, (parts, signal) =>
      callApi(replaceForgottenRecoveryKey, parts, signal),
    );
    if (reply) onUpdated(reply.message, body.email);
  };

  return (
    <Form className="stack" noValidate onSubmit={handleSubmit}>
      <EmailField {...field('email')} />
      <TextField
        label="Temporary key"
        autoComplete="off"
        autoCapitalize="characters"
        {...field('temporaryKey')}
      />
      <PasswordField
        label="New recovery key"
        secretName="recovery key"
        autoComplete="off"
        hint="At least 8 characters"
        {...field('newRecoveryKey')}
      />
      <PasswordField
        label="Confirm new recovery key"
        secretName="recovery key"
        autoComplete="off"
        {...field('confirmation')}
      />
      <FormErrorMessage>{wrong}</FormErrorMessage>
      {!wrong && (
        <RetryingRequestStatus
          call={retried}
          getMessage={(error) =>
            getBadRequestMessage(error, 'Failed to update recovery key. Please try again.')
          }
        />
      )}
      <Button type="submit" wide disabled={isDone} busyLabel={retried.isRunning && 'Saving...'}>
        Set new recovery key
      </Button>
    </Form>
  );
}
