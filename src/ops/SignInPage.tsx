import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { opsSignIn } from '#contract/ops-endpoints.ts';
import { send } from '../lib/api-send.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Link } from '../lib/navigation.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { sessionQuery } from './console-queries.ts';
import { fieldsOf } from './form-fields.ts';
import { opsScreens } from './screens.ts';

/** Name, password and the code of the authenticator, or one of the recovery codes. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: { name: string; password: string; code: string }) => send(opsSignIn, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(sessionQuery.queryKey, data),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
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
      <Link className="link" to={opsScreens.enrol}>
        First time here, or a new secret
      </Link>
    </form>
  );
}
