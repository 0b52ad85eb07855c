import { PASSWORD_MIN_SIGNUP, RECOVERY_KEY_MIN } from '#contract/limits.ts';
import { signUpPhoneError } from '#contract/rules/phone.ts';
import { plainSecret } from '#contract/rules/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';

/** What the registration form holds, as typed. */
export interface RegisterInput {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirmation: string;
  secretRecoveryKey: string;
  referralCode: string;
}

export type RegisterErrors = Partial<Record<keyof RegisterInput, string>>;

/** An address as the browser's own email field takes it: one @, something on both sides, no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Secrets are compared and sent as typed but for outer blanks. */
export function trimmed(input: RegisterInput): RegisterInput {
  const entries = Object.entries(input).map(([field, value]) => [field, value.trim()]);
  return Object.fromEntries(entries) as RegisterInput;
}

/** @returns the sentence of every wrong field, in the order of the form; empty when all is well. */
export function registerErrors(typed: RegisterInput): RegisterErrors {
  const input = trimmed(typed);
  const errors: RegisterErrors = {};
  if (input.name === '') errors.name = accountTexts.nameRequired;
  if (input.email === '') errors.email = accountTexts.emailRequired;
  else if (!EMAIL.test(input.email)) errors.email = accountTexts.emailInvalid;
  const phone = signUpPhoneError(input.phone);
  if (phone) errors.phone = phone;
  if (input.password === '') errors.password = accountTexts.passwordRequired;
  else if (plainSecret(input.password).length < PASSWORD_MIN_SIGNUP)
    errors.password = accountTexts.passwordTooShortSignUp;
  if (plainSecret(input.confirmation) !== plainSecret(input.password))
    errors.confirmation = accountTexts.passwordMismatchSignUp;
  if (plainSecret(input.secretRecoveryKey).length < RECOVERY_KEY_MIN) {
    errors.secretRecoveryKey = accountTexts.recoveryKeyTooShort;
  }
  return errors;
}
