import { PHONE_LENGTH, PHONE_PATTERN, PHONE_PREFIX } from '../limits.ts';
import { accountTexts } from '../texts.ts';

/** The Nigerian phone number of an account. @source spec section 5 */

/** @returns the first of the registration's sentences that applies, or null for a good number. */
export function signUpPhoneError(phone: string): string | null {
  if (phone === '' || phone === PHONE_PREFIX) return accountTexts.phoneRequired;
  if (!phone.startsWith(PHONE_PREFIX)) return accountTexts.phonePrefix;
  if (phone.length !== PHONE_LENGTH || !PHONE_PATTERN.test(phone)) return accountTexts.phoneLength;
  return null;
}

/** The check of the reset request and of checkout. */
export function tenDigitPhoneError(phone: string): string | null {
  return PHONE_PATTERN.test(phone) ? null : accountTexts.phoneTenDigits;
}
