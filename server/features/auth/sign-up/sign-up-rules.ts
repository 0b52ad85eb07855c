import type { ErrorCode, FieldError } from '#contract/errors.ts';
import {
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MIN_SIGNUP,
  RECOVERY_KEY_MIN,
  SECRET_LENGTH_MAX,
} from '#contract/limits.ts';
import { normalEmail } from '#contract/rules/email.ts';
import { signUpPhoneError } from '#contract/rules/phone.ts';
import { normalLine, normalSecret } from '#contract/rules/typed-text.ts';
import type { SignUpBody } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { commonPasswordError } from '../common-passwords.ts';

export interface SignUp {
  name: string;
  /** Normalised. */
  email: string;
  password: string;
  phone: string;
  recoveryKey: string;
  referralCode: string;
  platform: string | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** @returns the error message, or null for a valid address. */
export function emailError(email: string): string | null {
  if (email === '') return accountTexts.emailRequired;
  return EMAIL.test(email) && email.length <= EMAIL_MAX ? null : accountTexts.emailInvalid;
}

/** @throws {DomainError} `validation_failed` with every wrong field; the message is that of the first one. */
export function readSignUp(body: SignUpBody): SignUp {
  const signUp: SignUp = {
    name: normalLine(body.name ?? ''),
    email: normalEmail(body.email),
    password: (body.password ?? '').trim(),
    phone: (body.phone ?? '').trim(),
    recoveryKey: (body.secretRecoveryKey ?? '').trim(),
    referralCode: normalLine(body.referralCode ?? ''),
    platform: body.platform ?? null,
  };
  refuseInvalidFields([
    ['name', nameError(signUp.name)],
    ['email', emailError(signUp.email)],
    [
      'password',
      signUp.password === ''
        ? accountTexts.passwordRequired
        : newPasswordError(signUp.password, PASSWORD_MIN_SIGNUP),
    ],
    ['phone', signUpPhoneError(signUp.phone)],
    ['secretRecoveryKey', recoveryKeyError(signUp.recoveryKey)],
    ['secretRecoveryKey', sameSecretError(signUp.recoveryKey, signUp.password)],
  ]);
  return signUp;
}

/** Names may not contain characters of addresses and links, or control characters, because strangers see them. */
const NO_NAME = /[\p{Cc}\p{Cf}:/\\@<>]/u;

/** @returns the error message, or null for a valid name. */
export function nameError(name: string): string | null {
  if (name === '') return accountTexts.nameRequired;
  if (NO_NAME.test(name)) return 'Please enter a name without symbols such as : / @ < >';
  return name.length > NAME_MAX ? `Name must be at most ${NAME_MAX} characters long` : null;
}

/** @param least minimum number of characters. @returns the error message, or null for a valid password. */
export function newPasswordError(password: string, least: number): string | null {
  const plain = normalSecret(password);
  if (plain.length < least) return `Password must be at least ${least} characters long`;
  if (plain.length > SECRET_LENGTH_MAX)
    return `Password must be at most ${SECRET_LENGTH_MAX} characters long`;
  return commonPasswordError(plain);
}

function recoveryKeyError(key: string): string | null {
  const { length } = normalSecret(key);
  if (length < RECOVERY_KEY_MIN) return accountTexts.recoveryKeyTooShort;
  return length > SECRET_LENGTH_MAX
    ? `Secret recovery key must be at most ${SECRET_LENGTH_MAX} characters long`
    : null;
}

/** The key must work when the password is lost, or known to somebody else. */
export function sameSecretError(recoveryKey: string, password: string): string | null {
  return normalSecret(recoveryKey) === normalSecret(password) ? accountTexts.recoveryKeyIsPassword : null;
}

/** @throws {DomainError} when any field has a message. */
export function refuseInvalidFields(
  checks: [field: string, sentence: string | null][],
  code: ErrorCode = 'validation_failed',
): void {
  const errors: FieldError[] = checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
  if (errors[0]) throw new DomainError(code, { message: errors[0].message, status: 400, errors });
}
