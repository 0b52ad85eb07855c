import { onlineManager } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { signIn } from '#contract/endpoints.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import type { SignInReply } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError, isApiError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { screenPaths } from '../../lib/paths.ts';
import { addReturnProductParam } from '../../lib/session/after-sign-in.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import styles from './Auth.module.css';

interface Props {
  /** Slug of the product to which sign-in returns; null: none. */
  productSlug: string | null;
  onSignedIn: (reply: SignInReply) => void;
}

/** Shows the sign-in form. A refusal of the server appears in a red box. */
export function SignInForm({ productSlug, onSignedIn }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  usePreventReloadWhileUnsaved(email !== '' || password !== '');

  const handleSubmit = async () => {
    if (isBusy) return;
    const wrong = checkSignIn(email, password);
    setErrors(wrong);
    setFailure(null);
    if (wrong.email || wrong.password) {
      form.current
        ?.querySelector<HTMLInputElement>(wrong.email ? '[name=email]' : '[name=password]')
        ?.focus();
      return;
    }
    setIsBusy(true);
    try {
      onSignedIn(await signInWithRetries(email.trim(), password.trim()));
    } catch (error) {
      if (!isAbortError(error)) setFailure(getErrorMessage(error, 'Sign in failed. Please try again.'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      {failure && <MessageBox kind="error">{failure}</MessageBox>}
      <Form ref={form} className="stack" noValidate onSubmit={handleSubmit}>
        <EmailField
          name="email"
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Link
          className={`link small ${styles.forgot}`}
          to={addReturnProductParam(screenPaths.forgotPassword, productSlug)}
        >
          Forgot your password?
        </Link>
        <Button type="submit" wide busyLabel={isBusy && 'Signing in...'}>
          Sign in
        </Button>
      </Form>
      <p className="small muted center">
        Given a temporary recovery key by an admin?
        <br />
        <Link className="link" to={addReturnProductParam(screenPaths.useTemporaryRecoveryKey, productSlug)}>
          Use Temporary Key
        </Link>
      </p>
      <p className="center">
        New here?{' '}
        <Link className="inline-link" to={addReturnProductParam(screenPaths.register, productSlug)}>
          Sign up
        </Link>
      </p>
    </>
  );
}

function checkSignIn(email: string, password: string): { email?: string; password?: string } {
  return {
    ...(normalizeEmail(email) === '' && { email: accountTexts.emailRequired }),
    ...(password.trim() === '' && { password: accountTexts.passwordRequired }),
  };
}

const RETRY_PAUSES_MS = [1_000, 2_000, 4_000];

/** Repeats the sign-in up to three times when no response arrives. Any response of the server is final. */
async function signInWithRetries(email: string, password: string): Promise<SignInReply> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await callApi(signIn, { body: { email, password, platform: 'web' } });
    } catch (error) {
      const pause = RETRY_PAUSES_MS[tries];
      const isFinal = isApiError(error) && error.status < 500;
      if (isFinal || isAbortError(error) || pause === undefined || !onlineManager.isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
