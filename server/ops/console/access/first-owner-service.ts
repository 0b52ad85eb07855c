import { createHash, randomBytes } from 'node:crypto';
import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import type {
  OpsCreateFirstOwnerBody,
  OpsFirstOwnerAuthenticatorKeyBody,
} from '#contract/schemas/ops/access.ts';
import { upsertAlarm } from '../../../alarms/alarms-repository.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { recordRefusedOperatorSignIn } from '../../../audit/security-events.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { generateCrockfordCode, normalizeCrockfordCode } from '../../../lib/crockford.ts';
import { createOperatorSecret, OPERATOR_SECRET_LENGTH } from '../../operators.ts';
import { insertConsoleSession, replaceRecoveryCodes } from '../console-repository.ts';
import {
  consumeFirstOwnerLink,
  insertFirstOwner,
  isFirstOwnerLinkValid,
  storeFirstOwnerLink,
} from './first-owner-repository.ts';
import { makeRecoveryCodes, requireStrongPassword } from './own-secrets.ts';
import { encryptAuthenticatorKey } from './secret-encryption.ts';
import { type ConsoleSignInDeps, hashConsoleSessionToken } from './sign-in-service.ts';
import { buildTotpUri, decodeBase32, encodeBase32, findMatchingTotpStep, makeTotpSecret } from './totp.ts';

/**
 * The first owner registers in a browser by a secret link, which only the server's terminal shows. Behind a proxy
 * strangers' requests also come from this machine.
 * @source operator.md
 */

const endedLink = () =>
  new DomainError(
    'invalid_credentials',
    'This link no longer works: it was used, is older than 24 hours, or a newer one was printed. While the shop has no owner, each start prints a new link.',
  );

/**
 * Creates a new first-owner link. Its secret is in the fragment, so that no proxy can log it.
 * @returns undefined when the shop has an owner.
 */
export async function createFirstOwnerLink(db: Database, publicUrl: string): Promise<string | undefined> {
  const secret = generateCrockfordCode(OPERATOR_SECRET_LENGTH);
  if (!(await storeFirstOwnerLink(db, hashSecret(secret)))) return undefined;
  return `${publicUrl}/ops/first-owner#${secret}`;
}

/**
 * Makes a key for the owner's authenticator. Nothing is stored, so that the link stays valid if the page is abandoned.
 */
export async function makeFirstOwnerAuthenticatorKey(
  { db, brandName }: ConsoleSignInDeps,
  { name, secret, password }: OpsFirstOwnerAuthenticatorKeyBody,
) {
  if (!(await isFirstOwnerLinkValid(db, hashSecret(secret)))) throw await refuseLink(db);
  requireStrongPassword('password', password);
  const key = makeTotpSecret();
  return { totpSecret: encodeBase32(key), totpUri: buildTotpUri(key, brandName, name) };
}

/**
 * Adds and signs in the first owner, once a code has shown that the authenticator has the key.
 * @returns the secret for the command line and the recovery codes, shown only once, and the cookie's value.
 */
export async function createFirstOwner(deps: ConsoleSignInDeps, body: OpsCreateFirstOwnerBody) {
  const { name, password } = body;
  const { db, hasher, secrets, ip, userAgent } = deps;
  const link = hashSecret(body.secret);
  if (!(await isFirstOwnerLinkValid(db, link))) throw await refuseLink(db);
  requireStrongPassword('password', password);
  const key = decodeBase32(body.totpSecret);
  const totpStep = findMatchingTotpStep(key, normalizeTypedCode(body.code).replace(/\s/g, ''), deps.nowMs);
  if (totpStep === null) throw wrong('code', 'This code is wrong. Wait for the next one, or scan again.');
  const { secret, secretHash } = await createOperatorSecret();
  const passwordHash = await hasher.hash(password);
  const totpSecret = encryptAuthenticatorKey(key, name, secrets.operatorKey);
  const { recoveryCodes, codeHashes } = makeRecoveryCodes(name, secrets.operatorKey);
  const token = randomBytes(32).toString('base64url');
  const isMade = await db.transaction(async (tx) => {
    if (!(await consumeFirstOwnerLink(tx, link))) return false;
    if (!(await insertFirstOwner(tx, { name, secretHash, passwordHash, totpSecret, totpStep })))
      throw wrong('name', 'This name existed before: a name cannot be used again.');
    await replaceRecoveryCodes(tx, name, codeHashes);
    await insertConsoleSession(tx, { hash: hashConsoleSessionToken(token), name, ip, userAgent });
    const after = { role: 'owner', by: 'the link of the start' };
    const line = { actor: 'system', action: 'operator.add', target: `operator:${name}`, after, ip };
    const id = await writeAuditEntry(tx, line);
    await upsertAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail: line.action }, true);
    return true;
  });
  if (!isMade) throw await refuseLink(db);
  return { secret, recoveryCodes, token };
}

/** A keyless hash suffices, because the secret has 100 random bits. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(normalizeCrockfordCode(secret)).digest('hex');
}

async function refuseLink(db: Database): Promise<DomainError> {
  await recordRefusedOperatorSignIn(db, null);
  return endedLink();
}

function wrong(field: string, message: string): DomainError {
  return new DomainError('validation_failed', { message, errors: [{ field, message }] });
}
