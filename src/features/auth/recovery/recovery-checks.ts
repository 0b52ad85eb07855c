import { PASSWORD_MIN_RESET, RECOVERY_KEY_MIN } from '#contract/limits.ts';
import { normalEmail } from '#contract/rules/email.ts';
import { tenDigitPhoneError } from '#contract/rules/phone.ts';
import { normalSecret } from '#contract/rules/typed-text.ts';
import { accountTexts } from '#contract/texts.ts';

/** Each check of the recovery forms returns the first message that applies, or null. @source spec section 5 */

const plain = (secret: string) => normalSecret(secret.trim());

export function verifyKeyError(email: string, secretRecoveryKey: string): string | null {
  return normalEmail(email) && secretRecoveryKey.trim() ? null : accountTexts.fillAllFields;
}

export function newPasswordError(password: string, confirmation: string): string | null {
  if (!password.trim() || !confirmation.trim()) return accountTexts.fillAllFields;
  if (plain(password).length < PASSWORD_MIN_RESET) return accountTexts.passwordTooShortReset;
  return plain(password) === plain(confirmation) ? null : accountTexts.passwordsMismatch;
}

export function resetRequestError(email: string, phone: string, reason: string): string | null {
  if (!normalEmail(email) || !phone.trim() || !reason.trim()) return accountTexts.fillAllFields;
  return tenDigitPhoneError(phone.trim());
}

export interface TemporaryKeyInput {
  email: string;
  temporaryKey: string;
  newRecoveryKey: string;
  confirmation: string;
}

export function temporaryKeyError(input: TemporaryKeyInput): string | null {
  if (!normalEmail(input.email) || Object.values(input).some((value) => !value.trim()))
    return accountTexts.fillAllFields;
  if (plain(input.newRecoveryKey).length < RECOVERY_KEY_MIN) return accountTexts.newRecoveryKeyTooShort;
  return plain(input.newRecoveryKey) === plain(input.confirmation) ? null : accountTexts.recoveryKeysMismatch;
}
