import { onlineManager } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { login } from '#contract/endpoints.ts';
import { normalEmail } from '#contract/rules/email.ts';
import type { SessionReply } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { call } from '../../lib/api-client.ts';
import { isAborted, isApiError } from '../../lib/api-errors.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { paths, withListingUrl } from '../../lib/paths.ts';
import { useUnsavedInput } from '../../offline/updates/busy-reasons.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Note } from '../../ui/Note.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import styles from './Auth.module.css';

interface Props {
  /** The product to return to after signing in. */
  listingUrl: string | null;
  onSignedIn: (reply: SessionReply) => void;
}

/** Signs a shopper in. The server's refusal appears in a red box. */
export function SignInForm({ listingUrl, onSignedIn }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedInput(email !== '' || password !== '');

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
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
      onSignedIn(await signIn(email.trim(), password.trim()));
    } catch (error) {
      if (!isAborted(error)) setFailure(errorMessage(error, 'Sign in failed. Please try again.'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      {failure && <Note kind="error">{failure}</Note>}
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
        <Link className={`link small ${styles.forgot}`} to={withListingUrl(paths.forgotPassword, listingUrl)}>
          Forgot your password?
        </Link>
        <Button type="submit" wide busyLabel={isBusy && 'Signing in...'}>
          Sign in
        </Button>
      </Form>
      <p className="small muted center">
        Given a temporary recovery key by an admin?
        <br />
        <Link className="link" to={withListingUrl(paths.useTemporaryRecoveryKey, listingUrl)}>
          Use Temporary Key
        </Link>
      </p>
      <p className="center">
        New here?{' '}
        <Link className="inline-link" to={withListingUrl(paths.register, listingUrl)}>
          Sign up
        </Link>
      </p>
    </>
  );
}

function checkSignIn(email: string, password: string): { email?: string; password?: string } {
  return {
    ...(normalEmail(email) === '' && { email: accountTexts.emailRequired }),
    ...(password.trim() === '' && { password: accountTexts.passwordRequired }),
  };
}

const RETRY_PAUSES_MS = [1_000, 2_000, 4_000];

/** Retries a lost response three times, like a read; any response of the server is final. */
async function signIn(email: string, password: string): Promise<SessionReply> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call(login, { body: { email, password, platform: 'web' } });
    } catch (error) {
      const pause = RETRY_PAUSES_MS[tries];
      const isFinal = isApiError(error) && error.status < 500;
      if (isFinal || isAborted(error) || pause === undefined || !onlineManager.isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
