import { CROCKFORD_ALPHABET, generateCrockfordCode } from '../../lib/crockford.ts';

const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/** Creates a payment reference for shop and provider: `gb-` and a ULID (time first, then 80 random bits). */
export function createPaymentReference(now: Date): string {
  let time = '';
  for (let rest = now.getTime(), i = 0; i < TIME_CHARS; i += 1) {
    time = CROCKFORD_ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `gb-${time}${generateCrockfordCode(RANDOM_CHARS)}`;
}

/** Checks whether a text has the form of this shop's payment references. A text of any other form needs no query. */
export function isPaymentReference(text: string): boolean {
  return /^gb-[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
}
