/**
 * Nigerian phone numbers: the field shows a fixed +234 and the national digits in groups,
 * the value is `+234` and the digits, the form the API stores.
 *
 * Own code because the usual library costs 18 kB for what is two regular expressions here.
 */

/** `+234` followed by ten digits fills the field; longer input is kept so that the check can speak. */
const NATIONAL_MAX = 13;

/** National digits of whatever was typed or pasted: `0803…`, `+234803…`, `234803…` and `803…` give `803…`. */
function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const withoutCode =
    typed.trim().startsWith('+234') || (digits.startsWith('234') && digits.length > 10)
      ? digits.slice(3)
      : digits;
  return withoutCode.replace(/^0+/, '').slice(0, NATIONAL_MAX);
}

/** @returns `+234` and the national digits; empty when nothing was typed. */
export function phoneValue(typed: string): string {
  const digits = nationalDigits(typed);
  return digits === '' ? '' : `+234${digits}`;
}

/** The national digits as people read them: `803 555 0142`. */
export function maskNational(value: string): string {
  const digits = nationalDigits(value);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}
