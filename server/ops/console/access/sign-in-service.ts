import { createHash, randomBytes } from 'node:crypto';
import { normalCode, normalLine } from '#contract/rules/typed-text.ts';
import type { OpsEnrolBody, OpsSignInBody } from '#contract/schemas/ops.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import { recordCopiedPasskey, recordRefusedOperator } from '../../../audit/security-events.ts';
import type { Database } from '../../../db/database.ts';
import type { ServerSecrets } from '../../../db/server-secrets.ts';
import type { PasswordHasher } from '../../../features/auth/password-hashing.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { normalCrockford } from '../../../lib/crockford.ts';
import {
  type ConsoleCredentials,
  type ConsoleOperator,
  consumeRecoveryCode,
  consumeTotpStep,
  endSession,
  findCredentials,
  lockOperator,
  openSession,
  storeEnrolment,
} from '../console-repository.ts';
import { makeRecoveryCodes, requireStrongPassword } from './own-secrets.ts';
import { advancePasskeyCounter, type SignedPasskey } from './passkey-repository.ts';
import { verifyPasskey } from './passkey-service.ts';
import { decryptSecret, encryptSecret, recoveryCodeHash } from './sealed-secret.ts';
import { base32, findTotpStep, makeTotpSecret, totpUri } from './totp.ts';

export interface SignInDeps {
  db: Database;
  secrets: Pick<ServerSecrets, 'operatorKey'>;
  hasher: PasswordHasher;
  brandName: string;
  publicUrl: string;
  /** Real time in milliseconds. */
  nowMs: number;
  ip: string;
  userAgent: string | null;
  /** Called after the password check. */
  mayTryFactor(): Promise<boolean>;
}

const wrong = () => new DomainError('invalid_credentials', 'Name, password or code is wrong.');
const actorOf = (name: string) => `operator:${name}`;

/**
 * Sets a password and an authenticator for an operator who proves the secret of `operator add` or `operator reset`.
 * It may be repeated until the first sign-in.
 *
 * @returns the authenticator's secret and ten recovery codes, shown only once.
 */
export async function enrol(deps: SignInDeps, { name: typedName, secret, password }: OpsEnrolBody) {
  const name = normalLine(typedName);
  const { db, hasher, secrets, brandName, ip } = deps;
  const known = await findCredentials(db, name);
  const isTheirs = await hasher.verify(known?.secretHash ?? null, normalCrockford(secret));
  if (!known || !isTheirs) {
    await recordRefusedOperator(db, known?.name ?? null);
    throw new DomainError('invalid_credentials', 'Name or secret is wrong.');
  }
  if (known.enrolledAt)
    throw new DomainError(
      'act_refused',
      'Your access is already set up. To use another phone, ask an owner to reset you.',
    );
  requireStrongPassword('password', password);
  const totpSecret = makeTotpSecret();
  const { recoveryCodes, codeHashes } = makeRecoveryCodes(name, secrets.operatorKey);
  const enrolment = {
    name,
    passwordHash: await hasher.hash(password),
    totpSecret: encryptSecret(totpSecret, name, secrets.operatorKey),
    codeHashes,
  };
  await db.transaction(async (tx) => {
    if (!(await storeEnrolment(tx, enrolment)))
      throw new DomainError('act_refused', 'Your access is already set up.');
    await writeAudit(tx, { actor: actorOf(name), action: 'console.enrol', target: actorOf(name), ip });
  });
  return {
    totpSecret: base32(totpSecret),
    totpUri: totpUri(totpSecret, brandName, name),
    recoveryCodes,
  };
}

/**
 * Opens a 12-hour session for a password with an authenticator code, a passkey or a recovery code. The browser's
 * previous session ends.
 *
 * @returns the cookie's value; the database stores only its hash.
 * @throws {DomainError} `invalid_credentials`, whichever part was wrong, and for a used code or passkey.
 */
export async function signIn(
  deps: SignInDeps,
  { name: typedName, password, code, passkey }: OpsSignInBody,
  before: string | null,
): Promise<ConsoleOperator & { token: string }> {
  const { db, hasher, ip, userAgent } = deps;
  const name = normalLine(typedName);
  const known = await findCredentials(db, name);
  const isTheirs =
    (await hasher.verify(known?.passwordHash ?? null, password)) && (await deps.mayTryFactor());
  const token = randomBytes(32).toString('base64url');
  const signed = isTheirs && passkey ? await verifyPasskey(deps, name, passkey) : null;
  const isIn =
    known?.passwordHash &&
    isTheirs &&
    (await db.transaction(async (tx) => {
      // The operator may have been removed, or changed the password, during the check.
      if (!(await lockOperator(tx, name, known.passwordHash as string))) return false;
      const factor = passkey
        ? signed && (await takePasskey(tx, name, signed))
        : await takeCode(deps, tx, known, code ?? '');
      if (!factor) return false;
      if (before) await endSession(tx, sessionHash(before));
      await openSession(tx, { hash: sessionHash(token), name, ip, userAgent });
      const line = {
        actor: actorOf(name),
        action: 'console.sign-in',
        target: actorOf(name),
        after: factor,
        ip,
      };
      await writeAudit(tx, line);
      return true;
    }));
  if (isIn) return { name: known.name, role: known.role, token };
  await recordRefusedOperator(db, known?.name ?? null);
  throw wrong();
}

/** @returns the factor for the audit log; null when the passkey was removed, or its counter shows a copy. */
async function takePasskey(
  tx: Parameters<typeof consumeTotpStep>[0],
  name: string,
  signed: SignedPasskey,
): Promise<object | null> {
  const moved = await advancePasskeyCounter(tx, name, signed);
  if (moved === 'copied') await recordCopiedPasskey(tx, name);
  return moved === 'taken' ? { factor: 'passkey', passkey: signed.label } : null;
}

/** @returns the factor for the audit log; null for a wrong or used code. */
async function takeCode(
  { secrets, nowMs }: SignInDeps,
  tx: Parameters<typeof consumeTotpStep>[0],
  { name, totpSecret }: ConsoleCredentials,
  typed: string,
): Promise<object | null> {
  const digits = normalCode(typed).replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    if (!totpSecret) return null;
    const step = findTotpStep(decryptSecret(totpSecret, name, secrets.operatorKey), digits, nowMs);
    if (step === null || !(await consumeTotpStep(tx, name, step))) return null;
    return { factor: 'authenticator' };
  }
  const hash = recoveryCodeHash(normalCrockford(typed), name, secrets.operatorKey);
  const codesLeft = await consumeRecoveryCode(tx, name, hash);
  return codesLeft === null ? null : { factor: 'recovery code', codesLeft };
}

export async function signOut(
  db: Database,
  token: string,
  { name }: ConsoleOperator,
  ip: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, sessionHash(token)))) return;
    await writeAudit(tx, { actor: actorOf(name), action: 'console.sign-out', target: actorOf(name), ip });
  });
}

/** The database stores only this hash of the cookie. */
export function sessionHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
