import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { createSecurityEventRecorder, type RecordSecurityEvent } from '../../audit/security-events.ts';
import type { Database } from '../../db/database.ts';
import type { SharedServices } from '../../http/shared-services.ts';
import { getHashingQueueCaller } from './hashing-queue.ts';
import type { PasswordHasher, PasswordHasherByCaller } from './password-hashing.ts';

export interface AccountServiceDeps {
  db: Database;
  /**
   * Hashes passwords. Each caller has a fair share of the waiting queue, so that a flood of calls blocks nobody else.
   */
  hasher: PasswordHasher;
  record: RecordSecurityEvent;
}

/** @param email the typed e-mail, which decides the caller's share of the hashing queue. */
export type AccountDepsFactory = (request: FastifyRequest, email?: string) => AccountServiceDeps;

export function createAccountDepsFactory(
  { db, secrets }: Pick<SharedServices, 'db' | 'secrets'>,
  hasher: PasswordHasherByCaller,
): AccountDepsFactory {
  return (request, email) => ({
    db,
    hasher: hasher.forCaller(getHashingQueueCaller(request, normalizeEmail(email))),
    record: createSecurityEventRecorder(request, secrets.hmacKey),
  });
}
