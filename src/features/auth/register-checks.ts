import { SHOPPER_RECOVERY_KEY_LENGTH_MIN, SIGN_UP_PASSWORD_LENGTH_MIN } from '#contract/limits.ts';
import { parseReferralCode } from '#contract/rules/group/group-invitation.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { getSignUpPhoneError } from '#contract/rules/people/phone.ts';
import { normalizeSecret, normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';

export interface RegisterFormInput {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirmation: string;
  secretRecoveryKey: string;
  referralCode: string;
}

export type RegisterFieldErrors = Partial<Record<keyof RegisterFormInput, string>>;

/** Accepts the same addresses as the browser's email field: one @ with text on both sides, no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Finds the referral code in the field, into which some shoppers paste the whole link. */
function findReferralCode(text: string): string {
  const code = /[?&]ref=([^&#]*)/.exec(text)?.[1] ?? text;
  return parseReferralCode(code) || text;
}

/** Normalises the input before it is checked and sent. Passwords and keys lose only outer spaces. */
export function normalizeRegisterInput(input: RegisterFormInput): RegisterFormInput {
  return {
    name: normalizeSingleLineText(input.name),
    email: normalizeEmail(input.email),
    phone: input.phone,
    password: input.password.trim(),
    confirmation: input.confirmation.trim(),
    secretRecoveryKey: input.secretRecoveryKey.trim(),
    referralCode: findReferralCode(normalizeSingleLineText(input.referralCode)),
  };
}

/** @returns one message per invalid field, in the order of the form; empty when the form is valid. */
export function validateRegisterInput(typed: RegisterFormInput): RegisterFieldErrors {
  const input = normalizeRegisterInput(typed);
  const errors: RegisterFieldErrors = {};
  if (input.name === '') errors.name = accountTexts.nameRequired;
  if (input.email === '') errors.email = accountTexts.emailRequired;
  else if (!EMAIL.test(input.email)) errors.email = accountTexts.emailInvalid;
  const phone = getSignUpPhoneError(input.phone);
  if (phone) errors.phone = phone;
  if (input.password === '') errors.password = accountTexts.passwordRequired;
  else if (normalizeSecret(input.password).length < SIGN_UP_PASSWORD_LENGTH_MIN)
    errors.password = accountTexts.passwordTooShortSignUp;
  if (normalizeSecret(input.confirmation) !== normalizeSecret(input.password))
    errors.confirmation = accountTexts.passwordMismatchSignUp;
  if (normalizeSecret(input.secretRecoveryKey).length < SHOPPER_RECOVERY_KEY_LENGTH_MIN) {
    errors.secretRecoveryKey = accountTexts.recoveryKeyTooShort;
  }
  return errors;
}
