import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app: SHA-1, six digits, a new one every 30 seconds. @source RFC 6238 */

/** Bytes of a secret: the 160 bits that RFC 4226 advises. */
const SECRET_BYTES = 20;

export function makeTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

/**
 * Finds the step whose code this is, of now or one before or after, because a phone's clock is a little off.
 *
 * @param nowMs real time, which an authenticator goes by; the shop's clock may be moved.
 * @returns the step, so that its code is taken once; null where the code is none.
 */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = authenticatorOf(secret).validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp: nowMs }) + delta;
}

/** The secret as an authenticator takes it when it is typed. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** What an authenticator reads from a link or a QR code. @source Key Uri Format of Google Authenticator */
export function totpUri(secret: Uint8Array, shop: string, name: string): string {
  return authenticatorOf(secret, { issuer: shop, label: name }).toString();
}

function authenticatorOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: secretOf(secret) });
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
