import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type * as schemas from '#contract/schemas/ops/access.ts';
import { recordRefusedOperatorSignIn } from '../../../audit/security-events.ts';
import type { Database } from '../../../db/database.ts';
import type { ServerSecrets } from '../../../db/server-secrets.ts';
import type { PasswordHasher } from '../../../features/auth/password-hashing.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { findOperatorCredentials } from '../console-repository.ts';
import * as rows from './passkey-repository.ts';

/** Passkeys follow the WebAuthn standard; a library verifies the signatures. @source WebAuthn 3 */

interface PasskeyDeps {
  db: Database;
  /** URL of the shop; passkeys are bound to its host name. */
  publicUrl: string;
}

/** The browser's dialog may stay open for as long as the challenge is valid. */
const TIMEOUT_MS = 5 * 60_000;
/** A fingerprint, face or PIN is optional, because the password was checked before. */
const VERIFICATION = 'preferred';

/** Returns false when the shop's URL has an IP address, because browsers create passkeys only for host names. */
export function arePasskeysSupported(publicUrl: string): boolean {
  return isIP(hostOf(publicUrl).replace(/^\[|\]$/g, '')) === 0;
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}

const known = ({ credentialId, transports }: rows.StoredPasskey) => ({ id: credentialId, transports });

/** @throws {DomainError} `act_refused` when browsers allow no passkeys for the shop's URL. */
export async function createPasskeyCreationOptions(
  {
    db,
    publicUrl,
    brandName,
    secrets,
  }: PasskeyDeps & { brandName: string; secrets: Pick<ServerSecrets, 'operatorKey'> },
  name: string,
): Promise<Record<string, unknown>> {
  if (!arePasskeysSupported(publicUrl))
    throw new DomainError(
      'act_refused',
      'Passkeys do not work here: the shop is opened by an IP address and needs a domain name.',
    );
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID: hostOf(publicUrl),
    userName: name,
    // The user id is a keyed hash of the name, so that a lost passkey does not reveal the operator.
    userID: new Uint8Array(createHmac('sha256', secrets.operatorKey).update(`passkey:${name}`).digest()),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await rows.findPasskeys(db, name)).map(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: VERIFICATION },
  });
  await rows.insertPasskeyChallenge(db, { name, purpose: 'add', challenge: options.challenge });
  return { ...options };
}

/** @returns the new passkey to store; null when the browser's response does not answer a valid challenge. */
export async function verifyNewPasskey(
  { db, publicUrl }: PasskeyDeps,
  name: string,
  made: schemas.PasskeyRegistration,
): Promise<Omit<rows.NewPasskeyRow, 'label'> | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: (challenge) => rows.consumePasskeyChallenge(db, { name, purpose: 'add', challenge }),
    expectedOrigin: publicUrl,
    expectedRPID: hostOf(publicUrl),
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { name, credentialId: id, publicKey, counter, transports: made.response.transports ?? [] };
}

/**
 * Creates the options for a passkey sign-in, after a password check, so that strangers do not learn who has passkeys.
 * @throws {DomainError} `invalid_credentials`; `act_refused` for an operator without passkeys.
 */
export async function createPasskeySignInOptions(
  { db, publicUrl, hasher }: PasskeyDeps & { hasher: PasswordHasher },
  { name, password }: schemas.OpsStartPasskeySignInBody,
): Promise<Record<string, unknown>> {
  const credentials = await findOperatorCredentials(db, name);
  if (!(await hasher.verify(credentials?.passwordHash ?? null, password))) {
    await recordRefusedOperatorSignIn(db, credentials?.name ?? null);
    throw new DomainError('invalid_credentials', 'Name or password is wrong.');
  }
  const passkeys = await rows.findPasskeys(db, name);
  if (passkeys.length === 0) throw new DomainError('act_refused', 'You have no passkey here. Type a code.');
  const options = await generateAuthenticationOptions({
    rpID: hostOf(publicUrl),
    allowCredentials: passkeys.map(known),
    timeout: TIMEOUT_MS,
    userVerification: VERIFICATION,
  });
  await rows.insertPasskeyChallenge(db, { name, purpose: 'sign-in', challenge: options.challenge });
  return { ...options };
}

/** @returns the passkey that signed; null for another operator's passkey or an invalid challenge. */
export async function verifyPasskeySignature(
  { db, publicUrl }: PasskeyDeps,
  name: string,
  used: schemas.PasskeySignature,
): Promise<rows.VerifiedPasskeySignature | null> {
  const passkey = (await rows.findPasskeys(db, name)).find(({ credentialId }) => credentialId === used.id);
  if (!passkey) return null;
  const { id, label, publicKey } = passkey;
  const checked = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: (challenge) =>
      rows.consumePasskeyChallenge(db, { name, purpose: 'sign-in', challenge }),
    expectedOrigin: publicUrl,
    expectedRPID: hostOf(publicUrl),
    // With the counter 0 the library compares no counters, because `advancePasskeyCounter` compares and stores in one
    // step.
    credential: { id: used.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null);
  return checked?.verified ? { id, label, counter: checked.authenticationInfo.newCounter } : null;
}
