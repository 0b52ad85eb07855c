import { createHash, randomBytes } from 'node:crypto';
import {
  PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX,
  RECOVERY_REQUEST_REASON_LENGTH_MAX,
  RESET_PASSWORD_LENGTH_MIN,
  SHOPPER_RECOVERY_KEY_LENGTH_MIN,
} from '#contract/limits.ts';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { getPhoneNumberError } from '#contract/rules/people/phone.ts';
import { normalizeSecret } from '#contract/rules/text/typed-text.ts';
import type * as schemas from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { normalizeCrockfordCode } from '../../../lib/crockford.ts';
import { notifyUserOfSecurityChange } from '../account/account-notifications.ts';
import type { AccountServiceDeps } from '../account-deps.ts';
import { requirePasswordDiffersFromRecoveryKey } from '../distinct-secrets.ts';
import { revokeAllSessions } from '../sessions/session-repository.ts';
import { getEmailError, getNewPasswordError, requireNoFieldErrors } from '../sign-up/sign-up-rules.ts';
import { findUserByEmail, findUserById, setPasswordHash, setRecoveryKeyHash } from '../user-repository.ts';
import * as rows from './recovery-repository.ts';

type Hashing = Pick<AccountServiceDeps, 'db' | 'hasher'>;

/**
 * First step after a forgotten password: checks the recovery key.
 * @param isKnownDevice true: the account has signed in on this phone, so the lock does not apply.
 * @returns the reset token.
 * @throws {DomainError} `invalid_recovery_key`, `recovery_locked`.
 */
export async function verifyRecoveryKey(
  { db, hasher, record }: AccountServiceDeps,
  body: schemas.VerifyRecoveryKeyBody,
  isKnownDevice: boolean,
): Promise<string> {
  const email = normalizeEmail(body.email);
  const key = (body.secretRecoveryKey ?? '').trim();
  if (email === '' || key === '') throw new DomainError('validation_failed', accountTexts.fillAllFields);
  const user = await findUserByEmail(db, body.email ?? '');
  if (!isKnownDevice && (await rows.isRecoveryLocked(db, email))) {
    await record(db, 'recovery_key_locked', user?.id ?? null);
    throw new DomainError('recovery_locked');
  }
  const matches = await hasher.verify(user?.recoveryKeyHash ?? null, key);
  if (!user || !matches) {
    if (!isKnownDevice) await rows.recordFailedRecovery(db, email);
    await record(db, 'recovery_key_failed', user?.id ?? null);
    throw new DomainError('invalid_recovery_key');
  }
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await rows.clearRecoveryLock(tx, email);
    await rows.insertPasswordResetToken(tx, user.id, sha256(token));
    await record(tx, 'recovery_key_verified', user.id);
  });
  return token;
}

/**
 * Second step after a forgotten password: sets the new password and ends every session. A repeat with the same
 * password succeeds.
 * @throws {DomainError} `reset_link_expired`, `validation_failed`.
 */
export async function resetPassword(
  { db, hasher, record }: AccountServiceDeps,
  body: schemas.ResetPasswordBody,
): Promise<void> {
  const token = body.resetToken ?? '';
  const password = (body.newPassword ?? '').trim();
  if (password === '') throw new DomainError('validation_failed', accountTexts.fillAllFields);
  requireNoFieldErrors([['newPassword', getNewPasswordError(password, RESET_PASSWORD_LENGTH_MIN)]]);
  const tokenHash = sha256(token);
  // The token is looked up before anything is hashed, so that invented tokens cost no work.
  const key = await rows.findRecoveryKeyHashByResetToken(db, tokenHash);
  if (!key) return await repeatReset({ db, hasher }, tokenHash, password);
  await requirePasswordDiffersFromRecoveryKey(hasher, key.hash, ['newPassword', password]);
  const passwordHash = await hasher.hash(password);
  const isSpent = await db.transaction(async (tx) => {
    const userId = await rows.consumePasswordResetToken(tx, tokenHash);
    if (!userId) return false;
    await setPasswordHash(tx, userId, passwordHash);
    await revokeAllSessions(tx, userId);
    await notifyUserOfSecurityChange(tx, userId, 'password_changed');
    await record(tx, 'password_changed', userId);
    return true;
  });
  // Another request has used the token since its lookup. If it was a repeat of this one, this request succeeds too.
  if (!isSpent) await repeatReset({ db, hasher }, tokenHash, password);
}

async function repeatReset({ db, hasher }: Hashing, tokenHash: Buffer, password: string): Promise<void> {
  const passwordHash = await rows.claimPasswordResetRepeat(db, tokenHash);
  if (passwordHash === null || !(await hasher.verify(passwordHash, password))) {
    throw new DomainError('reset_link_expired');
  }
}

/** Files a request for a temporary key. Reply and work are the same whether or not the account exists. */
export async function requestRecoveryKeyReset(
  { db, record }: AccountServiceDeps,
  body: schemas.RequestRecoveryKeyResetBody,
): Promise<void> {
  const email = normalizeEmail(body.email);
  const phone = (body.phone ?? '').trim();
  const reason = (body.reason ?? '').trim();
  if (email === '' || phone === '' || reason === '') {
    throw new DomainError('validation_failed', accountTexts.fillAllFields);
  }
  requireNoFieldErrors([
    ['email', getEmailError(email)],
    ['phone', getPhoneNumberError(phone)],
    [
      'reason',
      reason.length > RECOVERY_REQUEST_REASON_LENGTH_MAX
        ? `Reason must be at most ${RECOVERY_REQUEST_REASON_LENGTH_MAX} characters long`
        : null,
    ],
  ]);
  const user = await findUserByEmail(db, body.email ?? '');
  await rows.insertRecoveryRequest(db, {
    userId: user?.id ?? null,
    email,
    phone,
    reason,
    phoneMatches: user?.phone === phone,
  });
  await record(db, 'key_reset_requested', user?.id ?? null);
}

/**
 * Sets a new recovery key with a temporary key, and ends every session. A repeat with the same new key succeeds.
 * @throws {DomainError} `invalid_temporary_key`, `validation_failed`.
 */
export async function redeemTemporaryRecoveryKey(
  { db, hasher, record }: AccountServiceDeps,
  body: schemas.ReplaceForgottenRecoveryKeyBody,
): Promise<void> {
  const email = normalizeEmail(body.email);
  const temporaryKey = normalizeCrockfordCode(body.temporaryKey ?? '');
  const newKey = (body.newRecoveryKey ?? '').trim();
  if (email === '' || temporaryKey === '' || newKey === '') {
    throw new DomainError('validation_failed', accountTexts.fillAllFields);
  }
  requireRecoveryKeyLength('newRecoveryKey', newKey);
  const user = await findUserByEmail(db, body.email ?? '');
  const claimed = await rows.findTemporaryRecoveryKey(db, user?.id ?? null);
  // One hash is compared in every case, so that the duration does not reveal whether there is a valid key.
  const spentHash = claimed ? null : await rows.claimTemporaryRecoveryKeyRepeat(db, user?.id ?? null);
  const matches = await hasher.verify(claimed?.hash ?? spentHash, temporaryKey);
  if (!user || !matches) {
    await record(db, 'temporary_key_failed', user?.id ?? null);
    throw new DomainError('invalid_temporary_key');
  }
  if (!claimed) return await refuseOtherKey({ db, hasher }, user.id, newKey);
  await requirePasswordDiffersFromRecoveryKey(hasher, user.passwordHash, ['newRecoveryKey', newKey]);
  const keyHash = await hasher.hash(newKey);
  const isSpent = await db.transaction(async (tx) => {
    if (!(await rows.consumeTemporaryRecoveryKey(tx, claimed.id))) return false;
    await setRecoveryKeyHash(tx, user.id, keyHash);
    await rows.clearRecoveryLock(tx, email);
    await rows.invalidatePasswordResetTokens(tx, user.id);
    await revokeAllSessions(tx, user.id);
    await notifyUserOfSecurityChange(tx, user.id, 'recovery_key_changed');
    await record(tx, 'recovery_key_changed', user.id);
    return true;
  });
  // Another request has used the temporary key since its lookup. If it was a repeat of this one, this request succeeds
  // too.
  if (!isSpent) await refuseOtherKey({ db, hasher }, user.id, newKey);
}

/** A repeat with a used temporary key must send the same new recovery key; any other is refused. */
async function refuseOtherKey({ db, hasher }: Hashing, userId: string, newKey: string): Promise<void> {
  const user = await findUserById(db, userId);
  if (!(await hasher.verify(user?.recoveryKeyHash ?? null, newKey))) {
    throw new DomainError('invalid_temporary_key');
  }
}

/**
 * Checks the length of a recovery key.
 * @throws {DomainError} `validation_failed` for a key that is too short or too long.
 */
export function requireRecoveryKeyLength(field: string, key: string): void {
  const { length } = normalizeSecret(key);
  requireNoFieldErrors([
    [field, length < SHOPPER_RECOVERY_KEY_LENGTH_MIN ? accountTexts.newRecoveryKeyTooShort : null],
    [
      field,
      length > PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX
        ? `New recovery key must be at most ${PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX} characters long`
        : null,
    ],
  ]);
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
