import { normalizeSecret } from '#contract/rules/text/typed-text.ts';
import { getCommonPasswordError } from '../../../features/auth/common-passwords.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { generateCrockfordCode } from '../../../lib/crockford.ts';
import { hashRecoveryCode } from './secret-encryption.ts';

const PASSWORD_MIN = 12;
const RECOVERY_CODES = 10;
/** Number of characters in a recovery code; ten characters have 50 random bits. */
const RECOVERY_CODE_LENGTH = 10;

/** Refuses a short or common password. @throws {DomainError} `validation_failed` at `field`. */
export function requireStrongPassword(field: string, password: string): void {
  const plain = normalizeSecret(password);
  const weak =
    plain.length < PASSWORD_MIN ? `At least ${PASSWORD_MIN} characters.` : getCommonPasswordError(plain);
  if (weak) throw new DomainError('validation_failed', { message: weak, errors: [{ field, message: weak }] });
}

/** @returns ten recovery codes in clear text, shown only once, and their hashes. */
export function makeRecoveryCodes(
  name: string,
  key: Uint8Array,
): { recoveryCodes: string[]; codeHashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateCrockfordCode(RECOVERY_CODE_LENGTH));
  return {
    recoveryCodes: codes.map((code) => code.replace(/(.{5})(?=.)/g, '$1-')),
    codeHashes: codes.map((code) => hashRecoveryCode(code, name, key)),
  };
}
