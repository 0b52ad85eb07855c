import { createHash, randomBytes } from 'node:crypto';
import { normalizeSingleLineText, normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import type { OpsEnrolOperatorBody, OpsSignInBody } from '#contract/schemas/ops/console.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { recordClonedPasskey, recordRefusedOperatorSignIn } from '../../../audit/security-events.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { normalizeCrockfordCode } from '../../../lib/crockford.ts';
import * as rows from '../console-repository.ts';
import type { OwnCredentialsDeps } from './access-service.ts';
import { makeRecoveryCodes, requireStrongPassword } from './own-secrets.ts';
import { advancePasskeyCounter, type VerifiedPasskeySignature } from './passkey-repository.ts';
import { verifyPasskeySignature } from './passkey-service.ts';
import { decryptAuthenticatorKey, encryptAuthenticatorKey, hashRecoveryCode } from './secret-encryption.ts';
import { buildTotpUri, encodeBase32, findMatchingTotpStep, makeTotpSecret } from './totp.ts';

export interface ConsoleSignInDeps extends Omit<OwnCredentialsDeps, 'name' | 'session'> {
  /** The real time in milliseconds, not the shop's clock. */
  nowMs: number;
  userAgent: string | null;
  /** Counts a try of the second factor, after the password check. @returns false when the limit is reached. */
  mayTryFactor(): Promise<boolean>;
}

const wrong = () => new DomainError('invalid_credentials', 'Name, password or code is wrong.');
const actorOf = (name: string) => `operator:${name}`;

/**
 * Sets a password and an authenticator for an operator who proves the secret of `operator add` or `operator reset`.
 * @returns the authenticator's secret and ten recovery codes.
 */
export async function enrolOperator(
  deps: ConsoleSignInDeps,
  { name: typedName, secret, password }: OpsEnrolOperatorBody,
) {
  const name = normalizeSingleLineText(typedName);
  const { db, hasher, secrets, brandName, ip } = deps;
  const known = await rows.findOperatorCredentials(db, name);
  const isTheirs = await hasher.verify(known?.secretHash ?? null, normalizeCrockfordCode(secret));
  if (!known || !isTheirs) {
    await recordRefusedOperatorSignIn(db, known?.name ?? null);
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
    totpSecret: encryptAuthenticatorKey(totpSecret, name, secrets.operatorKey),
    codeHashes,
  };
  await db.transaction(async (tx) => {
    if (!(await rows.storeOperatorPasswordAndAuthenticator(tx, enrolment)))
      throw new DomainError('act_refused', 'Your access is already set up.');
    await writeAuditEntry(tx, { actor: actorOf(name), action: 'console.enrol', target: actorOf(name), ip });
  });
  return {
    totpSecret: encodeBase32(totpSecret),
    totpUri: buildTotpUri(totpSecret, brandName, name),
    recoveryCodes,
  };
}

/**
 * Opens a 12-hour session for a password with a second factor, and ends the browser's previous session.
 * @returns the cookie's value; the database stores only its hash.
 * @throws {DomainError} `invalid_credentials`, whichever part was wrong.
 */
export async function signInOperator(
  deps: ConsoleSignInDeps,
  { name: typedName, password, code, passkey }: OpsSignInBody,
  before: string | null,
): Promise<rows.ConsoleOperator & { token: string }> {
  const { db, hasher, ip, userAgent } = deps;
  const name = normalizeSingleLineText(typedName);
  const known = await rows.findOperatorCredentials(db, name);
  const isTheirs =
    (await hasher.verify(known?.passwordHash ?? null, password)) && (await deps.mayTryFactor());
  const token = randomBytes(32).toString('base64url');
  const signed = isTheirs && passkey ? await verifyPasskeySignature(deps, name, passkey) : null;
  const isIn =
    known?.passwordHash &&
    isTheirs &&
    (await db.transaction(async (tx) => {
      // The row is locked and read again, because the operator or the password may have changed during the check.
      if (!(await rows.lockOperatorIfPasswordUnchanged(tx, name, known.passwordHash as string))) return false;
      const factor = passkey
        ? signed && (await takePasskey(tx, name, signed))
        : await takeCode(deps, tx, known, code ?? '');
      if (!factor) return false;
      if (before) await rows.endConsoleSession(tx, hashConsoleSessionToken(before));
      await rows.insertConsoleSession(tx, { hash: hashConsoleSessionToken(token), name, ip, userAgent });
      const line = {
        actor: actorOf(name),
        action: 'console.sign-in',
        target: actorOf(name),
        after: factor,
        ip,
      };
      await writeAuditEntry(tx, line);
      return true;
    }));
  if (isIn) return { name: known.name, role: known.role, centres: known.centres, token };
  await recordRefusedOperatorSignIn(db, known?.name ?? null);
  throw wrong();
}

/** Checks a passkey. @returns its name for the audit log; null when it was removed, or its counter shows a copy. */
async function takePasskey(
  tx: Parameters<typeof rows.consumeTotpStep>[0],
  name: string,
  signed: VerifiedPasskeySignature,
): Promise<object | null> {
  const moved = await advancePasskeyCounter(tx, name, signed);
  if (moved === 'copied') await recordClonedPasskey(tx, name);
  return moved === 'taken' ? { factor: 'passkey', passkey: signed.label } : null;
}

/** Checks a code. @returns its kind for the audit log; null for a wrong or used code. */
async function takeCode(
  { secrets, nowMs }: ConsoleSignInDeps,
  tx: Parameters<typeof rows.consumeTotpStep>[0],
  { name, totpSecret }: rows.OperatorCredentials,
  typed: string,
): Promise<object | null> {
  const digits = normalizeTypedCode(typed).replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    if (!totpSecret) return null;
    const step = findMatchingTotpStep(
      decryptAuthenticatorKey(totpSecret, name, secrets.operatorKey),
      digits,
      nowMs,
    );
    if (step === null || !(await rows.consumeTotpStep(tx, name, step))) return null;
    return { factor: 'authenticator' };
  }
  const hash = hashRecoveryCode(normalizeCrockfordCode(typed), name, secrets.operatorKey);
  const codesLeft = await rows.consumeRecoveryCode(tx, name, hash);
  return codesLeft === null ? null : { factor: 'recovery code', codesLeft };
}

export async function signOutOperator(
  db: Database,
  token: string,
  { name }: rows.ConsoleOperator,
  ip: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await rows.endConsoleSession(tx, hashConsoleSessionToken(token)))) return;
    await writeAuditEntry(tx, {
      actor: actorOf(name),
      action: 'console.sign-out',
      target: actorOf(name),
      ip,
    });
  });
}

/** Hashes the session cookie. Only the hash is stored, so that a copy of the database opens no session. */
export function hashConsoleSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
