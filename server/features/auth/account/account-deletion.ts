import type { DeleteAccountBody } from '#contract/schemas/auth.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { requireActiveSession, runShopperTransaction } from '../../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import type { AccountServiceDeps } from '../account-deps.ts';
import { findUserById } from '../user-repository.ts';
import { eraseShopperData, findAccountDeletionObstacles } from './account-deletion-repository.ts';

export const accountDeletedMessage = 'Your account has been deleted.';

/**
 * Erases the shopper's personal data. Orders and ledger keep the id as a pseudonym.
 * @param complete stores the reply in the same transaction.
 * @throws {DomainError} `unauthorized`, `wrong_current_password`, `account_not_deletable`.
 * @source accounts.md (data protection)
 */
export async function deleteAccount(
  { db, hasher, record }: AccountServiceDeps,
  shopper: SessionUser,
  body: DeleteAccountBody,
  complete: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const userId = shopper.id;
  // The session is checked before the password, so that an ended session cannot be used to guess passwords.
  await requireActiveSession(db, shopper);
  const user = await findUserById(db, userId);
  if (!user) throw new DomainError('unauthorized');
  if (!(await hasher.verify(user.passwordHash, (body.password ?? '').trim()))) {
    await record(db, 'password_failed', userId);
    throw new DomainError('wrong_current_password');
  }
  await runShopperTransaction(db, shopper, async (tx) => {
    const found = await findAccountDeletionObstacles(tx, userId);
    if (found.hasUnfinishedGroup) {
      throw new DomainError(
        'account_not_deletable',
        'You have a group buy that is not finished yet. You can delete your account once it is.',
      );
    }
    if (found.hasUnsettledPayment) {
      throw new DomainError(
        'account_not_deletable',
        'A payment of the last 24 hours is not finished yet. Please try again tomorrow.',
      );
    }
    if (found.balanceKobo > 0 && !body.giveUpWallet) {
      throw new DomainError(
        'account_not_deletable',
        'There is money in your wallet. Use it first, or choose to give it up.',
      );
    }
    if (found.balanceKobo > 0) await giveUpWallet(tx, userId, found.balanceKobo);
    await eraseShopperData(tx, userId, user.email);
    await writeAuditEntry(tx, {
      actor: `user:${userId}`,
      action: 'account.delete',
      target: `user:${userId}`,
    });
    await record(tx, 'account_deleted', userId);
    await complete(tx);
  });
}

async function giveUpWallet(tx: Queryable, userId: string, balanceKobo: number): Promise<void> {
  await postToLedger(tx, {
    kind: 'wallet_given_up',
    ref: userId,
    description: 'Given up when the account was deleted',
    actor: `user:${userId}`,
    entries: [
      { account: `wallet:${userId}`, amountKobo: -balanceKobo },
      { account: 'promo:goodwill', amountKobo: balanceKobo },
    ],
  });
}
