import { accountTexts } from '#contract/texts.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { requireValidFields } from './sign-up/sign-up-rules.ts';

/**
 * Requires two different secrets, so that somebody who learns one does not have the other.
 *
 * @param otherHash hash of the secret that does not change.
 * @throws {DomainError} `validation_failed` when both are the same.
 */
export async function requireDifferentSecrets(
  hasher: PasswordHasher,
  otherHash: string | null,
  [field, secret]: [field: string, secret: string],
): Promise<void> {
  if (await hasher.verify(otherHash, secret))
    requireValidFields([[field, accountTexts.recoveryKeyIsPassword]]);
}
