import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import type * as schemas from '#contract/schemas/ops/access.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { recordRefusedOperatorSignIn } from '../../../audit/security-events.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import type { ServerSecrets } from '../../../db/server-secrets.ts';
import type { PasswordHasher } from '../../../features/auth/password-hashing.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import {
  findOperatorCredentials,
  lockOperatorIfPasswordUnchanged,
  replaceRecoveryCodes,
} from '../console-repository.ts';
import * as rows from './access-repository.ts';
import { makeRecoveryCodes, requireStrongPassword } from './own-secrets.ts';
import { insertPasskey } from './passkey-repository.ts';
import { arePasskeysSupported, createPasskeyCreationOptions, verifyNewPasskey } from './passkey-service.ts';
import { encryptAuthenticatorKey } from './secret-encryption.ts';
import { buildTotpUri, decodeBase32, encodeBase32, findMatchingTotpStep, makeTotpSecret } from './totp.ts';

/** Operators view and change their own sign-in with these functions; each change writes an audit row. */

export interface OwnCredentialsDeps {
  db: Database;
  secrets: Pick<ServerSecrets, 'operatorKey'>;
  hasher: PasswordHasher;
  brandName: string;
  publicUrl: string;
  ip: string;
  /** Name of the operator, and hash of the current session's token. */
  name: string;
  session: Buffer;
}

interface AuditedChange {
  action: string;
  before?: unknown;
  after?: unknown;
}

const PASSKEYS_MAX = 10;

const gone = (what: string) => new DomainError('act_refused', `This ${what} no longer exists.`);
/** Refuses to remove the last passkey or authenticator, because recovery codes alone would run out. */
const lastFactor = () =>
  new DomainError('act_refused', 'This is your last second factor. Add another one first.');

export async function readOwnCredentials({ db, name, session, publicUrl }: OwnCredentialsDeps) {
  const [{ hasAuthenticator, recoveryCodesLeft }, sessions, passkeys] = await Promise.all([
    rows.countOperatorSignInFactors(db, name),
    rows.listConsoleSessions(db, name, session),
    rows.listPasskeysWithLabels(db, name),
  ]);
  return {
    sessions,
    passkeys,
    canAddPasskeys: arePasskeysSupported(publicUrl),
    hasAuthenticator,
    recoveryCodesLeft,
  };
}

export async function endOwnConsoleSession(deps: OwnCredentialsDeps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await rows.deleteOwnConsoleSession(tx, deps.name, id);
    if (!ended) throw gone('session');
    await log(tx, deps, { action: 'console.end-session', before: ended });
  });
}

export async function endOtherConsoleSessions(deps: OwnCredentialsDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await rows.deleteOtherConsoleSessions(tx, deps.name, deps.session);
    await log(tx, deps, { action: 'console.end-other-sessions', after: { ended } });
  });
}

/**
 * Creates the options with which the browser creates a passkey.
 * @throws {DomainError} `invalid_credentials` for a wrong password.
 */
export async function beginPasskeyRegistration(deps: OwnCredentialsDeps, password: string) {
  await requireOwnPassword(deps, password);
  const { passkeys } = await rows.countOperatorSignInFactors(deps.db, deps.name);
  if (passkeys >= PASSKEYS_MAX)
    throw new DomainError('act_refused', `You can have at most ${PASSKEYS_MAX} passkeys.`);
  return createPasskeyCreationOptions(deps, deps.name);
}

/** Stores the created passkey. The password was checked when the browser requested the options. */
export async function addPasskey(
  deps: OwnCredentialsDeps,
  { label, passkey }: schemas.OpsAddPasskeyBody,
): Promise<void> {
  const made = await verifyNewPasskey(deps, deps.name, passkey);
  if (!made) throw new DomainError('act_refused', 'Adding the passkey took too long. Please start again.');
  const shown = requireLabel(label);
  await deps.db.transaction(async (tx) => {
    if (!(await insertPasskey(tx, { ...made, label: shown })))
      throw new DomainError('act_refused', 'This passkey was already added.');
    await log(tx, deps, { action: 'console.add-passkey', after: { passkey: shown } });
  });
}

export async function renamePasskey(deps: OwnCredentialsDeps, id: string, label: string): Promise<void> {
  const shown = requireLabel(label);
  await deps.db.transaction(async (tx) => {
    const before = await rows.setPasskeyLabel(tx, { name: deps.name, id, label: shown });
    if (before === undefined) throw gone('passkey');
    await log(tx, deps, {
      action: 'console.rename-passkey',
      before: { passkey: before },
      after: { passkey: shown },
    });
  });
}

/**
 * Removes a passkey and ends the operator's other sessions, because a stranger may have used the passkey to sign in.
 */
export async function removePasskey(deps: OwnCredentialsDeps, id: string, password: string): Promise<void> {
  await actProven(deps, password, async (tx) => {
    const label = await rows.deletePasskey(tx, deps.name, id);
    if (label === undefined) throw gone('passkey');
    const { hasAuthenticator, passkeys } = await rows.countOperatorSignInFactors(tx, deps.name);
    if (!hasAuthenticator && passkeys === 0) throw lastFactor();
    const ended = await rows.deleteOtherConsoleSessions(tx, deps.name, deps.session);
    return { action: 'console.remove-passkey', before: { passkey: label }, after: { ended } };
  });
}

/**
 * Removes the authenticator of an operator who has a passkey, because strangers can trick people into telling a code.
 */
export async function removeAuthenticator(deps: OwnCredentialsDeps, password: string): Promise<void> {
  await actProven(deps, password, async (tx) => {
    const { hasAuthenticator, passkeys } = await rows.countOperatorSignInFactors(tx, deps.name);
    if (!hasAuthenticator) throw gone('authenticator');
    if (passkeys === 0) throw lastFactor();
    await rows.deleteAuthenticator(tx, deps.name);
    const ended = await rows.deleteOtherConsoleSessions(tx, deps.name, deps.session);
    return { action: 'console.remove-authenticator', after: { ended } };
  });
}

/** Makes a key for another authenticator app. The key is stored only after a code from the app was verified. */
export function makeAuthenticatorKey({ brandName, name }: OwnCredentialsDeps) {
  const secret = makeTotpSecret();
  return { totpSecret: encodeBase32(secret), totpUri: buildTotpUri(secret, brandName, name) };
}

/**
 * Replaces or adds the authenticator once a code has proved that the new app has the key. The operator's other
 * sessions end.
 * @throws {DomainError} `validation_failed` for a wrong code, `invalid_credentials` for a wrong password.
 */
export async function replaceAuthenticator(
  deps: OwnCredentialsDeps,
  { password, totpSecret, code }: schemas.OpsReplaceAuthenticatorBody,
): Promise<void> {
  const secret = decodeBase32(totpSecret);
  // Authenticators use real time, while the shop's clock may have been moved.
  const step = findMatchingTotpStep(secret, normalizeTypedCode(code).replace(/\s/g, ''), Date.now());
  if (step === null) {
    const message = 'This code is wrong. Wait for the next one, or scan the key again.';
    throw new DomainError('validation_failed', { message, errors: [{ field: 'code', message }] });
  }
  await actProven(deps, password, async (tx) => {
    const sealed = encryptAuthenticatorKey(secret, deps.name, deps.secrets.operatorKey);
    await rows.storeAuthenticator(tx, deps.name, sealed, step);
    const ended = await rows.deleteOtherConsoleSessions(tx, deps.name, deps.session);
    return { action: 'console.replace-authenticator', after: { ended } };
  });
}

/** Replaces all recovery codes. @returns ten new ones in clear text, shown only once. */
export async function renewRecoveryCodes(deps: OwnCredentialsDeps, password: string): Promise<string[]> {
  const { recoveryCodes, codeHashes } = makeRecoveryCodes(deps.name, deps.secrets.operatorKey);
  await actProven(deps, password, async (tx) => {
    const { recoveryCodesLeft } = await rows.countOperatorSignInFactors(tx, deps.name);
    await replaceRecoveryCodes(tx, deps.name, codeHashes);
    return { action: 'console.renew-recovery-codes', before: { codesLeft: recoveryCodesLeft } };
  });
  return recoveryCodes;
}

export async function changeOwnOperatorPassword(
  deps: OwnCredentialsDeps,
  { password, newPassword }: schemas.OpsChangeOwnPasswordBody,
): Promise<void> {
  requireStrongPassword('newPassword', newPassword);
  await actProven(
    deps,
    password,
    async (tx, hash) => {
      await rows.storeOperatorPassword(tx, deps.name, hash);
      const ended = await rows.deleteOtherConsoleSessions(tx, deps.name, deps.session);
      return { action: 'console.change-password', after: { ended } };
    },
    newPassword,
  );
}

/** Makes a change only after a password check, so that somebody at an unattended browser cannot make it. */
async function actProven(
  deps: OwnCredentialsDeps,
  password: string,
  change: (tx: Queryable, newHash: string) => Promise<AuditedChange>,
  newPassword?: string,
): Promise<void> {
  const passwordHash = await requireOwnPassword(deps, password);
  const newHash = newPassword === undefined ? '' : await deps.hasher.hash(newPassword);
  await deps.db.transaction(async (tx) => {
    if (!(await lockOperatorIfPasswordUnchanged(tx, deps.name, passwordHash))) throw wrongPassword();
    await log(tx, deps, await change(tx, newHash));
  });
}

const wrongPassword = () => new DomainError('invalid_credentials', 'The password is wrong.');

/** Checks the operator's own password. @returns its stored hash. */
async function requireOwnPassword(
  { db, hasher, name }: OwnCredentialsDeps,
  password: string,
): Promise<string> {
  const known = await findOperatorCredentials(db, name);
  const isTheirs = await hasher.verify(known?.passwordHash ?? null, password);
  if (known?.passwordHash && isTheirs) return known.passwordHash;
  await recordRefusedOperatorSignIn(db, name);
  throw wrongPassword();
}

/** Normalises a passkey's label. @throws {DomainError} `validation_failed` for a blank label. */
function requireLabel(label: string): string {
  const shown = label.trim();
  const message = 'Give it a name.';
  if (shown === '')
    throw new DomainError('validation_failed', { message, errors: [{ field: 'label', message }] });
  return shown;
}

async function log(tx: Queryable, { name, ip }: OwnCredentialsDeps, change: AuditedChange): Promise<void> {
  const me = `operator:${name}`;
  await writeAuditEntry(tx, { actor: me, target: me, ip, ...change });
}
