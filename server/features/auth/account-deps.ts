import type { FastifyRequest } from 'fastify';
import { normalEmail } from '#contract/rules/email.ts';
import { eventRecorderFor, type RecordEvent } from '../../audit/security-events.ts';
import type { Database } from '../../db/database.ts';
import type { Platform } from '../../http/platform.ts';
import { hashingCallerOf } from './hashing-queue.ts';
import type { PasswordHasher, SharedHasher } from './password-hashing.ts';

export interface AccountDeps {
  db: Database;
  /** Hashes of this caller queue in the caller's own share. */
  hasher: PasswordHasher;
  record: RecordEvent;
}

/** @param email the typed e-mail of the account, for the share of the hashing queue. */
export type AccountDepsFor = (request: FastifyRequest, email?: string) => AccountDeps;

export function createAccountDeps(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  hasher: SharedHasher,
): AccountDepsFor {
  return (request, email) => ({
    db,
    hasher: hasher.forCaller(hashingCallerOf(request, normalEmail(email))),
    record: eventRecorderFor(request, secrets.hmacKey),
  });
}
