import { randomBytes } from 'node:crypto';
import { normalCode } from '#contract/rules/typed-text.ts';

/** Is the alphabet of Crockford base32, which has no I, L, O, U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns random characters of the alphabet, 5 bits each. */
export function randomCrockford(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte & 31]).join('');
}

/** Normalises a typed, pasted or dictated code: case, look-alikes, spaces and dashes do not matter. */
export function normalCrockford(typed: string): string {
  return normalCode(typed).toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
