import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { signUp } from '#contract/endpoints.ts';
import { SIGN_UP_PASSWORD_LENGTH_MIN } from '#contract/limits.ts';
import type { SignInReply } from '#contract/schemas/auth.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { focusFirstFieldWithError } from '../../lib/browser/focus-first-error.ts';
import { screenPaths } from '../../lib/paths.ts';
import { addReturnProductParam } from '../../lib/session/after-sign-in.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { RetryingRequestStatus } from './RetryingRequestStatus.tsx';
import {
  normalizeRegisterInput,
  type RegisterFieldErrors,
  type RegisterFormInput,
  validateRegisterInput,
} from './register-checks.ts';
import { useRetryingRequest } from './use-retrying-request.ts';

interface Props {
  /** Referral code from the address or from storage, with which the field is filled in. */
  referralCode: string;
  productSlug: string | null;
  onSignedUp: (reply: SignInReply) => void;
}

const ORDER = [
  'name',
  'email',
  'phone',
  'password',
  'confirmation',
  'secretRecoveryKey',
] as const satisfies readonly (keyof RegisterFormInput)[];

const EMPTY = { name: '', email: '', phone: '', password: '', confirmation: '', secretRecoveryKey: '' };

export function RegisterForm({ referralCode, productSlug, onSignedUp }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [input, setInput] = useState<RegisterFormInput>({ ...EMPTY, referralCode });
  const [errors, setErrors] = useState<RegisterFieldErrors>({});
  const retried = useRetryingRequest();
  usePreventReloadWhileUnsaved(ORDER.some((name) => input[name] !== ''));

  const change = (field: keyof RegisterFormInput, value: string) => {
    setInput((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...rest }) => rest);
  };
  const field = (name: keyof RegisterFormInput) => ({
    name,
    value: input[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });

  const handleSubmit = async () => {
    const wrong = validateRegisterInput(input);
    setErrors(wrong);
    if (focusFirstFieldWithError(form.current, ORDER, wrong)) return;
    const { confirmation: _, referralCode: code, ...body } = normalizeRegisterInput(input);
    const whole = { ...body, ...(code && { referralCode: code }), platform: 'web' as const };
    const reply = await retried.run(whole, (parts, signal) => callApi(signUp, parts, signal));
    if (reply) onSignedUp(reply);
  };

  return (
    <>
      <Form ref={form} className="stack" noValidate onSubmit={handleSubmit}>
        <TextField label="Name" autoComplete="name" required {...field('name')} />
        <EmailField autoComplete="email" {...field('email')} />
        <PhoneField
          label="WhatsApp number"
          required
          {...field('phone')}
          onChange={(phone) => change('phone', phone)}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters"
          minLength={SIGN_UP_PASSWORD_LENGTH_MIN}
          required
          {...field('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          {...field('confirmation')}
        />
        <PasswordField
          label="Secret recovery key"
          autoComplete="off"
          secretName="recovery key"
          hint="At least 8 characters. You need it to reset your password."
          required
          {...field('secretRecoveryKey')}
        />
        <TextField
          label="Referral code"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          {...field('referralCode')}
        />
        {/* Terms and privacy notice open in a new tab, because returning to this page would find the form empty. */}
        <p className="small muted">
          By signing up you agree to our{' '}
          <Link className="inline-link" to={screenPaths.terms} target="_blank">
            Terms
          </Link>{' '}
          and have read our{' '}
          <Link className="inline-link" to={screenPaths.privacy} target="_blank">
            Privacy
          </Link>{' '}
          notice.
        </p>
        <RetryingRequestStatus
          state={retried}
          getMessage={(error) => getErrorMessage(error, 'Sign up failed. Please try again.')}
        />
        <Button type="submit" wide busyLabel={retried.isRunning && 'Signing up...'}>
          Sign up
        </Button>
      </Form>
      <p className="center">
        Already have an account?{' '}
        <Link className="inline-link" to={addReturnProductParam(screenPaths.signIn, productSlug)}>
          Log in here
        </Link>
      </p>
    </>
  );
}
