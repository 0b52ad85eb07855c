import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { CONSOLE_HOURS, CONSOLE_IDLE_MINUTES, CONSOLE_MONEY_IDLE_MINUTES } from '#contract/limits.ts';
import { opsPasskeyDoor } from '#contract/ops-access-endpoints.ts';
import { opsSignIn } from '#contract/ops-endpoints.ts';
import { send } from '../lib/api-send.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { askPasskey, hasPasskeys, passkeyError } from './access/browser-passkeys.ts';
import { fieldsOf } from './frames/fields.tsx';
import { opsScreens } from './screens.ts';
import { sessionQuery } from './session.ts';

const ENDS = `You are signed out after ${CONSOLE_IDLE_MINUTES} minutes in which you do nothing (${CONSOLE_MONEY_IDLE_MINUTES} if you work with money), and after ${CONSOLE_HOURS} hours. What waits on this phone is sent when you sign in again.`;

/** Name, password and the code of the authenticator, one of the recovery codes, or a passkey. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: { name: string; password: string; code: string }) => send(opsSignIn, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(sessionQuery.queryKey, data),
  });
  const withPasskey = useMutation({
    mutationFn: async (body: { name: string; password: string }) => {
      const { data } = await send(opsPasskeyDoor, { body });
      return send(opsSignIn, { body: { ...body, passkey: await askPasskey(data.options) } });
    },
    onSuccess: ({ data }) => queryClient.setQueryData(sessionQuery.queryKey, data),
  });
  // The code's field may stay empty.
  const handlePasskey = (event: MouseEvent<HTMLButtonElement>) => {
    const form = event.currentTarget.form as HTMLFormElement;
    const needed = ['name', 'password'].map((name) => form.elements.namedItem(name) as HTMLInputElement);
    if (!needed.every((field) => field.reportValidity())) return;
    signIn.reset();
    withPasskey.mutate(fieldsOf(form, ['name', 'password']));
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    withPasskey.reset();
    signIn.mutate(fieldsOf(event.currentTarget, ['name', 'password', 'code']));
  };
  return (
    <form className="stack" data-gap="5" onSubmit={handleSubmit}>
      <h1>Sign in to the console</h1>
      <TextField label="Name" name="name" autoComplete="username" autoCapitalize="none" required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <TextField
        label="Code"
        name="code"
        hint="Six digits of your authenticator, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
      />
      {signIn.error && <Note kind="error">{errorMessage(signIn.error, 'You could not be signed in.')}</Note>}
      <Button type="submit" wide busyLabel={signIn.isPending && 'Signing in...'}>
        Sign In
      </Button>
      {withPasskey.error && (
        <Note kind="error">{passkeyError(withPasskey.error, 'You could not be signed in.')}</Note>
      )}
      {hasPasskeys() && (
        <Button
          variant="soft"
          wide
          onClick={handlePasskey}
          busyLabel={withPasskey.isPending && 'Waiting for your passkey...'}
        >
          Use a Passkey Instead
        </Button>
      )}
      <p className="muted">{ENDS}</p>
      <Link className="link" to={opsScreens.enrol}>
        First time here, or a new secret
      </Link>
    </form>
  );
}
