import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { createSecurityEventRecorder, type RecordSecurityEvent } from '../../audit/security-events.ts';
import type { Database } from '../../db/database.ts';
import type { SharedServices } from '../../http/shared-services.ts';
import { identifyHashingQueueCaller } from './hashing-queue.ts';
import type { CallerAwarePasswordHasher, PasswordHasher } from './password-hashing.ts';

export interface AccountServiceDeps {
  db: Database;
  /**
   * Hashes passwords. Each caller has a fair share of the waiting queue, so that a flood of calls blocks nobody else.
   */
  hasher: PasswordHasher;
  record: RecordSecurityEvent;
}

/** @param email the typed e-mail, which decides the caller's share of the hashing queue. */
export type AccountServiceDepsFactory = (request: FastifyRequest, email?: string) => AccountServiceDeps;

export function createAccountServiceDepsFactory(
  { db, secrets }: Pick<SharedServices, 'db' | 'secrets'>,
  hasher: CallerAwarePasswordHasher,
): AccountServiceDepsFactory {
  return (request, email) => ({
    db,
    hasher: hasher.forCaller(identifyHashingQueueCaller(request, normalizeEmail(email))),
    record: createSecurityEventRecorder(request, secrets.hmacKey),
  });
}
