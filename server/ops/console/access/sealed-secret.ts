import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** How second factors lie in the database: AES-256-GCM under the operator key, bound to the person's name. */

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns IV, tag and cipher text in one. */
export function encryptSecret(secret: Uint8Array, name: string, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws {Error} where it was sealed for somebody else, under another key, or was changed. */
export function decryptSecret(sealed: Buffer, name: string, key: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** How a recovery code is kept: 50 random bits need no slow hash, and without the key none can be tried. */
export function recoveryCodeHash(code: string, name: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`recovery:${name}:${code}`).digest();
}
