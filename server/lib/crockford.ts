import { randomBytes } from 'node:crypto';

/** Crockford base32: no I, L, O, U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns random characters of the alphabet, 5 bits each. */
export function randomCrockford(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte & 31]).join('');
}

/** What somebody typed or read aloud, as it is stored: case and look-alikes do not matter, nor do spaces and dashes. */
export function normalCrockford(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
