import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { opsEnrol, opsSignIn } from '#contract/ops-endpoints.ts';
import { isApiError } from '../lib/api-errors.ts';
import { send } from '../lib/api-send.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { TextField } from '../ui/TextField.tsx';
import { fieldsOf } from './frames/fields.tsx';
import styles from './frames/frames.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { opsScreens } from './screens.ts';
import { sessionQuery } from './session.ts';

/** With the secret of `operator add` somebody chooses a password and gets a second factor, shown once. */
export function EnrolPage() {
  const enrol = useMutation({
    mutationFn: (body: { name: string; secret: string; password: string }) => send(opsEnrol, { body }),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    enrol.mutate(fieldsOf(event.currentTarget, ['name', 'secret', 'password']));
  };
  if (enrol.data && enrol.variables) return <SecondFactor {...enrol.data.data} {...enrol.variables} />;
  return (
    <form className="stack" data-gap="5" onSubmit={handleSubmit}>
      <h1>Set up your access</h1>
      <p className="muted">An owner gave you a name and a secret. It is asked for this once.</p>
      <TextField label="Name" name="name" autoComplete="username" autoCapitalize="none" required />
      <PasswordField label="Secret" name="secret" secretName="secret" autoComplete="off" required />
      <PasswordField
        label="New password"
        name="password"
        hint="At least 12 characters."
        autoComplete="new-password"
        minLength={12}
        required
      />
      {enrol.error && (
        <Note kind="error">{errorMessage(enrol.error, 'Your access could not be set up.')}</Note>
      )}
      <Button type="submit" wide busyLabel={enrol.isPending && 'Setting up...'}>
        Set Up
      </Button>
      <Link className="link" to={opsScreens.today}>
        Sign in
      </Link>
    </form>
  );
}

interface Factor {
  totpSecret: string;
  totpUri: string;
  recoveryCodes: string[];
  name: string;
  password: string;
}

/** Nobody is let go before a code of the authenticator has opened the console: what was not kept is not shown again. */
function SecondFactor({ totpSecret, totpUri, recoveryCodes, name, password }: Factor) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: (code: string) => send(opsSignIn, { body: { name, password, code } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(sessionQuery.queryKey, data);
      navigate(opsScreens.today, { replace: true });
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(fieldsOf(event.currentTarget, ['code']).code);
  };
  return (
    <form className="stack" data-gap="5" onSubmit={handleSubmit}>
      <h1>Your second factor</h1>
      <Note kind="warning">This is shown once. Nobody can look it up later.</Note>
      <section className="stack" data-gap="2">
        <h2>1. Your authenticator</h2>
        <p>Scan this with your app. On this phone, open it in your app, or type the key into it.</p>
        <QrCode text={totpUri} label="QR code for your authenticator app" />
        <a className="link" href={totpUri}>
          Open in my authenticator app
        </a>
        <p className={styles.key}>{totpSecret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </section>
      <section className="stack" data-gap="2">
        <h2>2. Your recovery codes</h2>
        <p>
          Each opens the console once when your phone is lost. Write them down and keep them apart from it.
        </p>
        <RecoveryCodes codes={recoveryCodes} />
      </section>
      <section className="stack" data-gap="3">
        <h2>3. Try it</h2>
        <TextField
          label="Code"
          name="code"
          hint="The six digits that your authenticator shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="[0-9 ]{6,7}"
          required
        />
        {signIn.error && (
          <Note kind="error">
            {isApiError(signIn.error) && signIn.error.code === 'invalid_credentials'
              ? 'This code is wrong. Wait for the next one; if it is wrong too, set the time of your phone by itself and scan again.'
              : errorMessage(signIn.error, 'You could not be signed in.')}
          </Note>
        )}
        <Button type="submit" wide busyLabel={signIn.isPending && 'Trying the code...'}>
          I Have Both
        </Button>
      </section>
    </form>
  );
}
