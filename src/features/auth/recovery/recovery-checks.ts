import { RESET_PASSWORD_LENGTH_MIN, SHOPPER_RECOVERY_KEY_LENGTH_MIN } from '#contract/limits.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { getPhoneNumberError } from '#contract/rules/people/phone.ts';
import { normalizeSecret } from '#contract/rules/text/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';

/**
 * Checks the input of the recovery forms. Each function returns the first message that applies, or null. @source spec
 * section 5
 */

const plain = (secret: string) => normalizeSecret(secret.trim());

export function validateRecoveryKeyInput(email: string, secretRecoveryKey: string): string | null {
  return normalizeEmail(email) && secretRecoveryKey.trim() ? null : accountTexts.fillAllFields;
}

export function validateNewPassword(password: string, confirmation: string): string | null {
  if (!password.trim() || !confirmation.trim()) return accountTexts.fillAllFields;
  if (plain(password).length < RESET_PASSWORD_LENGTH_MIN) return accountTexts.passwordTooShortReset;
  return plain(password) === plain(confirmation) ? null : accountTexts.passwordsMismatch;
}

export function validateRecoveryKeyResetRequest(email: string, phone: string, reason: string): string | null {
  if (!normalizeEmail(email) || !phone.trim() || !reason.trim()) return accountTexts.fillAllFields;
  return getPhoneNumberError(phone.trim());
}

export interface TemporaryRecoveryKeyFormInput {
  email: string;
  temporaryKey: string;
  newRecoveryKey: string;
  confirmation: string;
}

export function validateTemporaryRecoveryKeyInput(input: TemporaryRecoveryKeyFormInput): string | null {
  if (!normalizeEmail(input.email) || Object.values(input).some((value) => !value.trim()))
    return accountTexts.fillAllFields;
  if (plain(input.newRecoveryKey).length < SHOPPER_RECOVERY_KEY_LENGTH_MIN)
    return accountTexts.newRecoveryKeyTooShort;
  return plain(input.newRecoveryKey) === plain(input.confirmation) ? null : accountTexts.recoveryKeysMismatch;
}
