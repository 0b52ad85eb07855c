import { Secret, TOTP } from 'otpauth';

/** Authenticator codes use SHA-1, six digits and steps of 30 seconds. @source RFC 6238 */

/** Length of a key in bytes; RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export function makeTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

/**
 * Matches a code of the current step or a neighbouring one, because a phone's clock may be off.
 * @param nowMs real time, not the shop's clock.
 * @returns the step, so that its code is accepted once; null for a wrong code.
 */
export function findMatchingTotpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = authenticatorOf(secret).validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp: nowMs }) + delta;
}

/** Encodes a key in base32, in which people can type it into an authenticator. */
export function encodeBase32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** Decodes base32. @throws {TypeError} for text that is not base32. */
export function decodeBase32(text: string): Uint8Array {
  return Secret.fromBase32(text).bytes;
}

/**
 * Builds the `otpauth:` URI from which an authenticator app gets the key.
 * @source Key Uri Format of Google Authenticator
 */
export function buildTotpUri(secret: Uint8Array, shop: string, name: string): string {
  return authenticatorOf(secret, { issuer: shop, label: name }).toString();
}

function authenticatorOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: secretOf(secret) });
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
