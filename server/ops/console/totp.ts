import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of an authenticator app: SHA-1, six digits, a new one every 30 seconds. @source RFC 6238, RFC 4226 */

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns 160 random bits, what the RFC advises. */
export function makeTotpSecret(): Buffer {
  return randomBytes(20);
}

/** The code of one step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac[mac.length - 1] as number) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The 30 seconds that an instant lies in. */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/**
 * @param nowMs real time, which an authenticator goes by; the shop's clock may be moved.
 * @returns the step whose code it is, of now or one before or after (a phone's clock is a little off); null for none.
 */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const given = Buffer.from(code);
  const now = totpStep(nowMs);
  const found = [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return found ?? null;
}

/** The secret as an authenticator takes it when it is typed. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What an authenticator reads from a link or a QR code. @source Key Uri Format of Google Authenticator */
export function totpUri(secret: Uint8Array, shop: string, name: string): string {
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(shop)}`;
}
