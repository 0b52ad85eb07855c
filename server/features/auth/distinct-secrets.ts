import { accountTexts } from '#contract/texts.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { requireNoFieldErrors } from './sign-up/sign-up-rules.ts';

/**
 * Requires password and recovery key to differ.
 * @param otherHash stored hash of the one that stays the same, with which the new one is compared.
 * @throws {DomainError} `validation_failed`
 */
export async function requirePasswordDiffersFromRecoveryKey(
  hasher: PasswordHasher,
  otherHash: string | null,
  [field, secret]: [field: string, secret: string],
): Promise<void> {
  if (await hasher.verify(otherHash, secret))
    requireNoFieldErrors([[field, accountTexts.recoveryKeyIsPassword]]);
}
