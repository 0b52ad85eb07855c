import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { generateCrockfordCode } from '../../../lib/crockford.ts';
import type { PasswordHasher } from '../password-hashing.ts';
import {
  clearRecoveryLock,
  markRecoveryRequestApproved,
  markRecoveryRequestRejected,
  replaceTemporaryRecoveryKey,
} from './recovery-repository.ts';

const TEMPORARY_KEY_LENGTH = 12;

/** A temporary key in clear text, which is shown once. The database stores only its hash, for 24 hours. */
export interface IssuedTemporaryRecoveryKey {
  temporaryKey: string;
  email: string;
  phone: string;
  name: string;
}

/**
 * Creates a temporary key for the shopper and resets the count of wrong attempts.
 * @param context `despitePhone` true: the request may have another phone number than the account.
 * @throws {DomainError} `not_found`; `bad_request` for another phone number.
 */
export async function approveRecoveryRequest(
  { db, hasher }: { db: Database; hasher: PasswordHasher },
  requestId: string,
  {
    despitePhone = false,
    ...context
  }: { actor: string; key?: string | null; reason?: string; despitePhone?: boolean },
): Promise<IssuedTemporaryRecoveryKey> {
  const temporaryKey = generateCrockfordCode(TEMPORARY_KEY_LENGTH);
  const hash = await hasher.hash(temporaryKey);
  return db.transaction(async (tx) => {
    const request = await markRecoveryRequestApproved(tx, requestId, context);
    if (!request) throw new DomainError('not_found', 'No open request of an account has this id.');
    const { userId, email, phone, name, phoneMatches } = request;
    if (!phoneMatches && !despitePhone) {
      throw new DomainError(
        'bad_request',
        "The phone in the request is not the one of the account. Call the account's phone; if its owner asked: --despite-phone --reason R.",
      );
    }
    await replaceTemporaryRecoveryKey(tx, { userId, hash, requestId, actor: context.actor });
    await clearRecoveryLock(tx, email);
    await writeAuditEntry(tx, {
      ...context,
      action: 'recovery.approve',
      target: `user:${userId}`,
      before: { request: requestId, status: 'open' },
      after: { status: 'approved', phoneMatches },
    });
    return { temporaryKey, email, phone, name };
  });
}

/** Rejects a recovery request. @throws {DomainError} `not_found` for a request that is not open. */
export function rejectRecoveryRequest(
  db: Database,
  requestId: string,
  context: { actor: string; key?: string | null; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await markRecoveryRequestRejected(tx, requestId, context))) {
      throw new DomainError('not_found', 'No open request has this id.');
    }
    await writeAuditEntry(tx, {
      ...context,
      action: 'recovery.reject',
      target: `recovery:${requestId}`,
      before: { status: 'open' },
      after: { status: 'rejected' },
    });
  });
}
