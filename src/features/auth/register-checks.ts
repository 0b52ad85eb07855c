import { PASSWORD_MIN_SIGNUP, RECOVERY_KEY_MIN } from '#contract/limits.ts';
import { normalEmail } from '#contract/rules/email.ts';
import { signUpPhoneError } from '#contract/rules/phone.ts';
import { normalLine, normalSecret } from '#contract/rules/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';

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

/** Accepts what the browser's own email field accepts: one @ with text on both sides, no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Normalises the input before it is checked and sent; secrets lose only outer spaces. */
export function normalRegisterInput(input: RegisterInput): RegisterInput {
  return {
    name: normalLine(input.name),
    email: normalEmail(input.email),
    phone: input.phone,
    password: input.password.trim(),
    confirmation: input.confirmation.trim(),
    secretRecoveryKey: input.secretRecoveryKey.trim(),
    referralCode: normalLine(input.referralCode),
  };
}

/** @returns one message per invalid field, in the order of the form; empty when the form is valid. */
export function registerErrors(typed: RegisterInput): RegisterErrors {
  const input = normalRegisterInput(typed);
  const errors: RegisterErrors = {};
  if (input.name === '') errors.name = accountTexts.nameRequired;
  if (input.email === '') errors.email = accountTexts.emailRequired;
  else if (!EMAIL.test(input.email)) errors.email = accountTexts.emailInvalid;
  const phone = signUpPhoneError(input.phone);
  if (phone) errors.phone = phone;
  if (input.password === '') errors.password = accountTexts.passwordRequired;
  else if (normalSecret(input.password).length < PASSWORD_MIN_SIGNUP)
    errors.password = accountTexts.passwordTooShortSignUp;
  if (normalSecret(input.confirmation) !== normalSecret(input.password))
    errors.confirmation = accountTexts.passwordMismatchSignUp;
  if (normalSecret(input.secretRecoveryKey).length < RECOVERY_KEY_MIN) {
    errors.secretRecoveryKey = accountTexts.recoveryKeyTooShort;
  }
  return errors;
}
