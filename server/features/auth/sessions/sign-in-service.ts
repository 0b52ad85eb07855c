import { normalizeEmail } from '#contract/rules/people/email.ts';
import type { SignInBody } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { AccountServiceDeps } from '../account-deps.ts';
import { requireNoFieldErrors } from '../sign-up/sign-up-rules.ts';
import type { SignUpResult } from '../sign-up/sign-up-service.ts';
import { findUserByEmail, toUserReply } from '../user-repository.ts';
import type { SignInClient } from './session-repository.ts';
import { beginSession } from './session-service.ts';

/**
 * Signs in. An unknown e-mail and a wrong password give the same error after the same work.
 * @throws {DomainError} `invalid_credentials`, `validation_failed`.
 */
export async function signIn(
  { db, hasher, record }: AccountServiceDeps,
  body: SignInBody,
  origin: SignInClient,
  replacedToken: string | null,
): Promise<SignUpResult> {
  const password = (body.password ?? '').trim();
  requireNoFieldErrors([
    ['email', normalizeEmail(body.email) === '' ? accountTexts.emailRequired : null],
    ['password', password === '' ? accountTexts.passwordRequired : null],
  ]);
  const row = await findUserByEmail(db, body.email ?? '');
  const matches = await hasher.verify(row?.passwordHash ?? null, password);
  if (!row || !matches || row.isLocked) {
    await record(db, 'sign_in_failed', row?.id ?? null);
    throw new DomainError('invalid_credentials');
  }
  const grant = await db.transaction(async (tx) => {
    await record(tx, 'signed_in', row.id);
    return beginSession(tx, row, origin, replacedToken);
  });
  return { user: toUserReply(row), grant, isReplay: false };
}
