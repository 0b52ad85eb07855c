/**
 * Nigerian phone numbers: the field shows a fixed +234 and the national digits in groups,
 * the value is `+234` and the digits, the form the API stores.
 *
 * Own code because the usual library costs 18 kB for what is two regular expressions here.
 */

/** `+234` followed by ten digits fills the field; longer input is kept so that the check can speak. */
const NATIONAL_MAX = 13;
const FOREIGN_MAX = 15;

/** `00` is the other way to dial `+`. A lone 0 may be the first half of it. */
function dialled(typed: string): string {
  return typed
    .replace(/[^\d+]/g, '')
    .replace(/(.)\++/g, '$1')
    .replace(/^00/, '+');
}

/** Another country's number, or what may become one: it is nobody's number here and must not be made one. */
function isForeign(number: string): boolean {
  return number === '0' || (number.startsWith('+') && !number.startsWith('+234'));
}

/** National digits of whatever was typed or pasted: `0803…`, `+234803…`, `234803…` and `803…` give `803…`. */
function nationalDigits(number: string): string {
  const digits = number.replace(/\D/g, '');
  const withoutCode =
    number.startsWith('+234') || (digits.startsWith('234') && digits.length > 10) ? digits.slice(3) : digits;
  return withoutCode.replace(/^0+/, '').slice(0, NATIONAL_MAX);
}

/** @returns `+234` and the national digits; empty when nothing was typed; a foreign number as it is dialled. */
export function phoneValue(typed: string): string {
  const number = dialled(typed);
  if (isForeign(number)) return number.slice(0, 1 + FOREIGN_MAX);
  const digits = nationalDigits(number);
  return digits === '' ? '' : `+234${digits}`;
}

/** The national digits as people read them: `803 555 0142`. A foreign number stays as it is. */
export function maskNational(value: string): string {
  if (isForeign(value)) return value;
  const digits = nationalDigits(value);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}
