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

/**
 * What a shopper typed, in the international form: spaces and dashes dropped, `0803…` and `803…` get `+234`.
 * Nothing is added or cut otherwise, so that a wrong number stays visibly wrong.
 */
export function internationalPhone(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits.replace(/^(\+234)0+/, '$1');
  if (digits.startsWith('234')) return `+${digits}`;
  return `${PHONE_PREFIX}${digits.replace(/^0+/, '')}`;
}
