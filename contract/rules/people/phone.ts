import { PHONE_COUNTRY_PREFIX, PHONE_NUMBER_LENGTH, PHONE_NUMBER_PATTERN } from '../../limits.ts';
import { accountTexts } from '../../texts.ts';
import { normalizeTypedCode } from '../text/typed-text.ts';

/** Nigerian phone numbers as shoppers type them. @source spec section 5 */

/**
 * A field holds `+234` and ten digits. Three more digits are accepted, so that the check can report a number that is
 * too long.
 */
const NATIONAL_MAX = 13;
const NATIONAL_LENGTH = 10;
const FOREIGN_MAX = 15;

export function stripNonPhoneCharacters(text: string): string {
  return normalizeTypedCode(text).replace(/[^\d+]/g, '');
}

/**
 * Decides whether a number may be of another country. A single `0` counts too, because the next digit may make it `00`.
 */
export function isForeignPhoneNumber(number: string): boolean {
  return number === '0' || (number.startsWith('+') && !number.startsWith(PHONE_COUNTRY_PREFIX));
}

/**
 * Normalises a phone number: `0803…`, `+234 (0) 803…`, `tel:+234-803-…` and `803…` become `+234803…`.
 * @param keepsZero keeps a leading 0 while the shopper is still typing.
 * @returns `+234` and the national digits; empty without a digit; a foreign number as it is dialled.
 */
export function normalizePhoneNumber(text: string, { keepsZero = false } = {}): string {
  const signs = stripNonPhoneCharacters(text).replace(/(.)\++/g, '$1');
  // Dialling `00` is the same as `+`.
  const dialled = keepsZero ? signs : signs.replace(/^00/, '+');
  if (isForeignPhoneNumber(dialled)) return dialled.slice(0, 1 + FOREIGN_MAX);
  const digits = dialled.replace('+', '');
  const hasCode = dialled.startsWith('+') || (digits.startsWith('234') && digits.length > NATIONAL_LENGTH);
  const national = hasCode ? digits.slice(3) : digits;
  const isBeingEdited = keepsZero && national.length < NATIONAL_LENGTH;
  const significant = isBeingEdited ? national : national.replace(/^0+/, '');
  return significant === '' ? '' : `${PHONE_COUNTRY_PREFIX}${significant.slice(0, NATIONAL_MAX)}`;
}

/** @returns the first error message that applies, or null for a valid number. */
export function getSignUpPhoneError(phone: string): string | null {
  if (phone === '' || phone === PHONE_COUNTRY_PREFIX) return accountTexts.phoneRequired;
  if (!phone.startsWith(PHONE_COUNTRY_PREFIX)) return accountTexts.phonePrefix;
  if (phone.length !== PHONE_NUMBER_LENGTH || !PHONE_NUMBER_PATTERN.test(phone))
    return accountTexts.phoneLength;
  return null;
}

/** Checks the phone number of a checkout or of a recovery request, where every error has the same message. */
export function getPhoneNumberError(phone: string): string | null {
  return PHONE_NUMBER_PATTERN.test(phone) ? null : accountTexts.phoneTenDigits;
}
