import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  CONSOLE_IDLE_MINUTES_MAX,
  CONSOLE_SESSION_HOURS_MAX,
  PRIVILEGED_ROLE_IDLE_MINUTES_MAX,
} from '#contract/limits.ts';
import { opsStartPasskeySignIn } from '#contract/ops/access-endpoints.ts';
import { opsEnrolOperator, opsSignIn } from '#contract/ops/console-endpoints.ts';
import { isApiError } from '../../lib/api/api-errors.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { Button } from '../../ui/control/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { AuthenticatorCodeField, AuthenticatorKey } from '../access/AuthenticatorKey.tsx';
import { getPasskeyErrorMessage, isPasskeySupported, signWithPasskey } from '../access/browser-passkeys.ts';
import { NewPasswordField } from '../access/NewPasswordField.tsx';
import { RecoveryCodesSection } from '../access/RecoveryCodes.tsx';
import { FieldValuesForm, readFormFields } from '../frames/fields.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { opsScreenPaths } from '../screens.ts';
import { operatorSessionQuery } from '../session.ts';

const ENDS = `You are signed out after ${CONSOLE_IDLE_MINUTES_MAX} minutes without activity (${PRIVILEGED_ROLE_IDLE_MINUTES_MAX} if you work with money), and after ${CONSOLE_SESSION_HOURS_MAX} hours in any case. Hand-outs saved on this phone are sent when you sign in again.`;

/** Signs in with name, password and a code of the authenticator app, a recovery code, or a passkey. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: { name: string; password: string; code: string }) =>
      sendApiRequest(opsSignIn, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(operatorSessionQuery.queryKey, data),
  });
  const withPasskey = useMutation({
    mutationFn: async (body: { name: string; password: string }) => {
      const { data } = await sendApiRequest(opsStartPasskeySignIn, { body });
      return sendApiRequest(opsSignIn, { body: { ...body, passkey: await signWithPasskey(data.options) } });
    },
    onSuccess: ({ data }) => queryClient.setQueryData(operatorSessionQuery.queryKey, data),
  });
  // Only name and password must be filled in, because the passkey replaces the code.
  const handlePasskey = (event: MouseEvent<HTMLButtonElement>) => {
    const form = event.currentTarget.form as HTMLFormElement;
    const needed = ['name', 'password'].map((name) => form.elements.namedItem(name) as HTMLInputElement);
    if (!needed.every((field) => field.reportValidity())) return;
    signIn.reset();
    withPasskey.mutate(readFormFields(form, ['name', 'password']));
  };
  return (
    <FieldValuesForm
      className="stack"
      data-gap="5"
      names={['name', 'password', 'code']}
      onFields={(fields) => {
        withPasskey.reset();
        signIn.mutate(fields);
      }}
    >
      <h1>Sign in to the console</h1>
      <TextField label="Name" name="name" autoComplete="username" autoCapitalize="none" required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <TextField
        label="Code"
        name="code"
        hint="Six digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
      />
      <RequestFailureMessage error={signIn.error} fallback="You could not be signed in." />
      <Button type="submit" wide busyLabel={signIn.isPending && 'Signing in...'}>
        Sign In
      </Button>
      <RequestFailureMessage
        error={withPasskey.error}
        fallback="You could not be signed in."
        getMessage={getPasskeyErrorMessage}
      />
      {isPasskeySupported() && (
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
      <ConsolePageLink to={opsScreenPaths.enrol}>First time here, or given a new secret?</ConsolePageLink>
    </FieldValuesForm>
  );
}

/**
 * Lets a new operator choose a password, with the secret that `operator add` printed. The second factor is shown once.
 */
export function OperatorEnrolmentPage() {
  const enrol = useMutation({
    mutationFn: (body: { name: string; secret: string; password: string }) =>
      sendApiRequest(opsEnrolOperator, { body }),
  });
  if (enrol.data && enrol.variables) return <SecondFactor {...enrol.data.data} {...enrol.variables} />;
  return (
    <FieldValuesForm
      className="stack"
      data-gap="5"
      names={['name', 'secret', 'password']}
      onFields={(fields) => enrol.mutate(fields)}
    >
      <h1>Set up your access</h1>
      <p className="muted">An owner gave you a name and a secret. You need the secret only once.</p>
      <TextField label="Name" name="name" autoComplete="username" autoCapitalize="none" required />
      <PasswordField label="Secret" name="secret" secretName="secret" autoComplete="off" required />
      <NewPasswordField name="password" />
      <RequestFailureMessage error={enrol.error} fallback="Your access could not be set up." />
      <Button type="submit" wide busyLabel={enrol.isPending && 'Setting up...'}>
        Set Up
      </Button>
      <ConsolePageLink to={opsScreenPaths.today}>Sign in</ConsolePageLink>
    </FieldValuesForm>
  );
}

interface Factor {
  totpSecret: string;
  totpUri: string;
  recoveryCodes: string[];
  name: string;
  password: string;
}

/** Shows the new authenticator key and recovery codes, once only. To leave, the operator signs in with a code. */
function SecondFactor({ totpSecret, totpUri, recoveryCodes, name, password }: Factor) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: (code: string) => sendApiRequest(opsSignIn, { body: { name, password, code } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(operatorSessionQuery.queryKey, data);
      navigate(opsScreenPaths.today, { replace: true });
    },
  });
  return (
    <FieldValuesForm
      className="stack"
      data-gap="5"
      names={['code']}
      onFields={({ code }) => signIn.mutate(code)}
    >
      <h1>Your second factor</h1>
      <MessageBox kind="warning">This is shown once. Nobody can look it up later.</MessageBox>
      <section className="stack" data-gap="2">
        <h2>1. Your authenticator</h2>
        <AuthenticatorKey totpSecret={totpSecret} totpUri={totpUri} />
      </section>
      <RecoveryCodesSection title="2. Your recovery codes" codes={recoveryCodes} />
      <section className="stack" data-gap="3">
        <h2>3. Check the code</h2>
        <AuthenticatorCodeField />
        {signIn.error && (
          <MessageBox kind="error">
            {isApiError(signIn.error) && signIn.error.code === 'invalid_credentials'
              ? 'This code is wrong. Wait for the next one. If that is wrong too, set your phone to automatic time and scan again.'
              : getErrorMessage(signIn.error, 'You could not be signed in.')}
          </MessageBox>
        )}
        <Button type="submit" wide busyLabel={signIn.isPending && 'Checking the code...'}>
          Finish Setup
        </Button>
      </section>
    </FieldValuesForm>
  );
}
