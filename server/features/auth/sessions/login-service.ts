import type { LoginBody } from '#contract/schemas/auth.ts';
import { accountTexts } from '#contract/texts.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/error-handler.ts';
import type { PasswordHasher } from '../password-hashing.ts';
import { normalEmail, refuseWrongFields } from '../sign-up/sign-up-rules.ts';
import type { SignedIn } from '../sign-up/sign-up-service.ts';
import { findUserByEmail, presentUser } from '../user-repository.ts';
import type { ClientOrigin } from './session-repository.ts';
import { beginSession } from './session-service.ts';

/**
 * Signs in. An unknown address and a wrong password are the same answer after the same work.
 *
 * @throws {DomainError} `invalid_credentials`, also for a locked account; `validation_failed` when a field is empty.
 */
export async function login(
  { db, hasher }: { db: Database; hasher: PasswordHasher },
  body: LoginBody,
  origin: ClientOrigin,
  replacedToken: string | null,
): Promise<SignedIn> {
  const email = normalEmail(body.email);
  const password = (body.password ?? '').trim();
  refuseWrongFields([
    ['email', email === '' ? accountTexts.emailRequired : null],
    ['password', password === '' ? accountTexts.passwordRequired : null],
  ]);
  const row = await findUserByEmail(db, email);
  const matches = await hasher.verify(row?.passwordHash ?? null, password);
  if (!row || !matches || row.isLocked) throw new DomainError('invalid_credentials');
  const grant = await db.transaction((tx) => beginSession(tx, row, origin, replacedToken));
  return { user: presentUser(row), grant, isReplay: false };
}
