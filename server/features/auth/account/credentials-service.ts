import { SIGN_UP_PASSWORD_LENGTH_MIN } from '#contract/limits.ts';
import type { UpdatePasswordBody, UpdateRecoveryKeyBody } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { requireActiveSession, runShopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';
import type { AccountServiceDeps } from '../account-deps.ts';
import { requirePasswordDiffersFromRecoveryKey } from '../distinct-secrets.ts';
import { invalidatePasswordResetTokens } from '../recovery/recovery-repository.ts';
import { requireRecoveryKeyLength } from '../recovery/recovery-service.ts';
import { revokeOtherSessions } from '../sessions/session-repository.ts';
import {
  getNewPasswordError,
  getRecoveryKeyEqualsPasswordError,
  requireNoFieldErrors,
} from '../sign-up/sign-up-rules.ts';
import { findUserById, setPasswordHash, setRecoveryKeyHash } from '../user-repository.ts';
import { notifyUserOfSecurityChange } from './account-notifications.ts';

/**
 * Changes the password or recovery key of a signed-in shopper, and ends other sessions, which relied on the old
 * secret.
 */

/** Stores the reply in the transaction of the change, so that a repeated request gets the same reply. */
type Complete = (tx: Transaction) => Promise<void>;

/**
 * @throws {DomainError} `wrong_current_password`, `validation_failed`, `unauthorized` for a session that has ended.
 */
export async function updatePassword(
  deps: AccountServiceDeps,
  shopper: SessionUser,
  body: UpdatePasswordBody,
  complete: Complete,
): Promise<void> {
  const newPassword = (body.newPassword ?? '').trim();
  await change(deps, shopper, {
    currentPassword: body.currentPassword,
    secret: newPassword,
    refuseBad: () =>
      requireNoFieldErrors([['newPassword', getNewPasswordError(newPassword, SIGN_UP_PASSWORD_LENGTH_MIN)]]),
    set: setPasswordHash,
    changed: 'password_changed',
    complete,
  });
}

/** Changes the recovery key. @throws {DomainError} the same errors as `updatePassword`. */
export async function updateRecoveryKey(
  deps: AccountServiceDeps,
  shopper: SessionUser,
  body: UpdateRecoveryKeyBody,
  complete: Complete,
): Promise<void> {
  const newKey = (body.newSecretRecoveryKey ?? '').trim();
  await change(deps, shopper, {
    currentPassword: body.currentPassword,
    secret: newKey,
    refuseBad: () => {
      requireRecoveryKeyLength('newSecretRecoveryKey', newKey);
      const password = (body.currentPassword ?? '').trim();
      requireNoFieldErrors([['newSecretRecoveryKey', getRecoveryKeyEqualsPasswordError(newKey, password)]]);
    },
    set: setRecoveryKeyHash,
    changed: 'recovery_key_changed',
    complete,
  });
}

interface Change {
  currentPassword: string | undefined;
  secret: string;
  refuseBad(): void;
  set(tx: Queryable, userId: string, hash: string): Promise<void>;
  changed: 'password_changed' | 'recovery_key_changed';
  complete: Complete;
}

async function change(
  { db, hasher, record }: AccountServiceDeps,
  shopper: SessionUser,
  { currentPassword, secret, refuseBad, set, changed, complete }: Change,
): Promise<void> {
  const password = (currentPassword ?? '').trim();
  if (password === '' || secret === '')
    throw new DomainError('validation_failed', accountTexts.fillAllFields);
  refuseBad();
  // The session is checked before the password, so that an ended session cannot be used to guess passwords.
  await requireActiveSession(db, shopper);
  const user = await findUserById(db, shopper.id);
  if (!user) throw new DomainError('unauthorized');
  if (!(await hasher.verify(user.passwordHash, password))) {
    await record(db, 'password_failed', user.id);
    throw new DomainError('wrong_current_password');
  }
  if (changed === 'password_changed') {
    await requirePasswordDiffersFromRecoveryKey(hasher, user.recoveryKeyHash, ['newPassword', secret]);
  }
  const hash = await hasher.hash(secret);
  await runShopperTransaction(db, shopper, async (tx) => {
    await set(tx, user.id, hash);
    await invalidatePasswordResetTokens(tx, user.id);
    await revokeOtherSessions(tx, shopper);
    await notifyUserOfSecurityChange(tx, user.id, changed);
    await record(tx, changed, user.id);
    await complete(tx);
  });
}
