import type { ApiErrorCode, FieldError } from '#contract/errors.ts';
import {
  EMAIL_LENGTH_MAX,
  PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX,
  SHOPPER_NAME_LENGTH_MAX,
  SHOPPER_RECOVERY_KEY_LENGTH_MIN,
  SIGN_UP_PASSWORD_LENGTH_MIN,
} from '#contract/limits.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { getSignUpPhoneError } from '#contract/rules/people/phone.ts';
import { normalizeSecret, normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import type { SignUpBody } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { getCommonPasswordError } from '../common-passwords.ts';

export interface SignUpFields {
  name: string;
  /** The normalised e-mail address. */
  email: string;
  password: string;
  phone: string;
  recoveryKey: string;
  referralCode: string;
  platform: string | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** @returns an error message, or null for a valid e-mail address. */
export function getEmailError(email: string): string | null {
  if (email === '') return accountTexts.emailRequired;
  return EMAIL.test(email) && email.length <= EMAIL_LENGTH_MAX ? null : accountTexts.emailInvalid;
}

/** @throws {DomainError} `validation_failed` with every invalid field. */
export function parseSignUpBody(body: SignUpBody): SignUpFields {
  const signUp: SignUpFields = {
    name: normalizeSingleLineText(body.name ?? ''),
    email: normalizeEmail(body.email),
    password: (body.password ?? '').trim(),
    phone: (body.phone ?? '').trim(),
    recoveryKey: (body.secretRecoveryKey ?? '').trim(),
    referralCode: normalizeSingleLineText(body.referralCode ?? ''),
    platform: body.platform ?? null,
  };
  requireNoFieldErrors([
    ['name', getNameError(signUp.name)],
    ['email', getEmailError(signUp.email)],
    [
      'password',
      signUp.password === ''
        ? accountTexts.passwordRequired
        : getNewPasswordError(signUp.password, SIGN_UP_PASSWORD_LENGTH_MIN),
    ],
    ['phone', getSignUpPhoneError(signUp.phone)],
    ['secretRecoveryKey', recoveryKeyError(signUp.recoveryKey)],
    ['secretRecoveryKey', getRecoveryKeyEqualsPasswordError(signUp.recoveryKey, signUp.password)],
  ]);
  return signUp;
}

/**
 * Characters that a name may not contain: control characters, and characters of web addresses, because strangers see
 * names.
 */
const NO_NAME = /[\p{Cc}\p{Cf}:/\\@<>]/u;

/** @returns an error message, or null for a valid name. */
export function getNameError(name: string): string | null {
  if (name === '') return accountTexts.nameRequired;
  if (NO_NAME.test(name)) return 'Please enter a name without symbols such as : / @ < >';
  return name.length > SHOPPER_NAME_LENGTH_MAX
    ? `Name must be at most ${SHOPPER_NAME_LENGTH_MAX} characters long`
    : null;
}

/** @param minLength minimum number of characters. @returns an error message, or null for a valid password. */
export function getNewPasswordError(password: string, minLength: number): string | null {
  const plain = normalizeSecret(password);
  if (plain.length < minLength) return `Password must be at least ${minLength} characters long`;
  if (plain.length > PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX)
    return `Password must be at most ${PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX} characters long`;
  return getCommonPasswordError(plain);
}

function recoveryKeyError(key: string): string | null {
  const { length } = normalizeSecret(key);
  if (length < SHOPPER_RECOVERY_KEY_LENGTH_MIN) return accountTexts.recoveryKeyTooShort;
  return length > PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX
    ? `Secret recovery key must be at most ${PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX} characters long`
    : null;
}

/** Refuses a recovery key equal to the password, because the key must help when somebody else knows the password. */
export function getRecoveryKeyEqualsPasswordError(recoveryKey: string, password: string): string | null {
  return normalizeSecret(recoveryKey) === normalizeSecret(password)
    ? accountTexts.recoveryKeyIsPassword
    : null;
}

/** Reports all invalid fields at once. @throws {DomainError} when any field has an error message. */
export function requireNoFieldErrors(
  checks: [field: string, sentence: string | null][],
  code: ApiErrorCode = 'validation_failed',
): void {
  const errors: FieldError[] = checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
  if (errors[0]) throw new DomainError(code, { message: errors[0].message, status: 400, errors });
}
