import { randomBytes } from 'node:crypto';
import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';

/** Alphabet of Crockford base32, which leaves out I, L, O and U, because people confuse them. */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns random characters of the alphabet, 5 bits each. */
export function generateCrockfordCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD_ALPHABET[byte & 31]).join('');
}

/** Normalises a typed, pasted or dictated code: case, look-alikes, spaces and dashes do not matter. */
export function normalizeCrockfordCode(typed: string): string {
  return normalizeTypedCode(typed)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
