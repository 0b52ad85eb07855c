import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Encrypts authenticator keys with AES-256-GCM, so that a copy of the database is not enough to sign in. */

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts an authenticator key. @returns initialisation vector, tag and cipher text concatenated. */
export function encryptAuthenticatorKey(secret: Uint8Array, name: string, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts an authenticator key. @throws {Error} for another operator's secret, another key, or changed bytes. */
export function decryptAuthenticatorKey(sealed: Buffer, name: string, key: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** A keyed hash suffices, because a code has 50 random bits and nobody can try codes without the key. */
export function hashRecoveryCode(code: string, name: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`recovery:${name}:${code}`).digest();
}
