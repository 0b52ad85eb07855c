import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { CreatedPasskey, OpsPasskeySignInBody, PasskeySignature } from '#contract/schemas/ops-access.ts';
import { recordRefusedOperator } from '../../../audit/security-events.ts';
import type { Database } from '../../../db/database.ts';
import type { ServerSecrets } from '../../../db/server-secrets.ts';
import type { PasswordHasher } from '../../../features/auth/password-hashing.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { findCredentials } from '../console-repository.ts';
import {
  consumeChallenge,
  findPasskeys,
  insertChallenge,
  type NewPasskey,
  type SignedPasskey,
  type StoredPasskey,
} from './passkey-repository.ts';

/** Passkeys by the standard, of which a library reads the signatures. @source WebAuthn 3 */

interface PasskeyDeps {
  db: Database;
  /** The shop's address: its name is what a passkey is made for. */
  publicUrl: string;
}

/** How long a person may take, as long as the challenge lives. */
const TIMEOUT_MS = 5 * 60_000;
/** A finger, a face or a PIN where the key has one; the password came before it. */
const VERIFICATION = 'preferred';

/** @returns false for an address without a name: browsers make no passkey for a number. */
export function isPasskeyPossible(publicUrl: string): boolean {
  return isIP(hostOf(publicUrl).replace(/^\[|\]$/g, '')) === 0;
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}

const known = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports });

/** What the browser of somebody who is signed in makes a passkey with. @throws {DomainError} `act_refused`. */
export async function newPasskeyOptions(
  {
    db,
    publicUrl,
    brandName,
    secrets,
  }: PasskeyDeps & { brandName: string; secrets: Pick<ServerSecrets, 'operatorKey'> },
  name: string,
): Promise<Record<string, unknown>> {
  if (!isPasskeyPossible(publicUrl))
    throw new DomainError(
      'act_refused',
      'Passkeys do not work here: the shop is opened by an IP address and needs a domain name.',
    );
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID: hostOf(publicUrl),
    userName: name,
    // An HMAC, so that a lost key does not reveal the operator's name.
    userID: new Uint8Array(createHmac('sha256', secrets.operatorKey).update(`passkey:${name}`).digest()),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await findPasskeys(db, name)).map(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: VERIFICATION },
  });
  await insertChallenge(db, { name, purpose: 'add', challenge: options.challenge });
  return { ...options };
}

/** @returns what of it is kept; null where it is not what was asked for. */
export async function verifyNewPasskey(
  { db, publicUrl }: PasskeyDeps,
  name: string,
  made: CreatedPasskey,
): Promise<Omit<NewPasskey, 'label'> | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: (challenge) => consumeChallenge(db, { name, purpose: 'add', challenge }),
    expectedOrigin: publicUrl,
    expectedRPID: hostOf(publicUrl),
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { name, credentialId: id, publicKey, counter, transports: made.response.transports ?? [] };
}

/**
 * What the browser at the door has a passkey sign. The password comes first: no stranger learns who has which.
 *
 * @throws {DomainError} `invalid_credentials`; `act_refused` for somebody who has none.
 */
export async function passkeyOptions(
  { db, publicUrl, hasher }: PasskeyDeps & { hasher: PasswordHasher },
  { name, password }: OpsPasskeySignInBody,
): Promise<Record<string, unknown>> {
  const credentials = await findCredentials(db, name);
  if (!(await hasher.verify(credentials?.passwordHash ?? null, password))) {
    await recordRefusedOperator(db, credentials?.name ?? null);
    throw new DomainError('invalid_credentials', 'Name or password is wrong.');
  }
  const passkeys = await findPasskeys(db, name);
  if (passkeys.length === 0) throw new DomainError('act_refused', 'You have no passkey here. Type a code.');
  const options = await generateAuthenticationOptions({
    rpID: hostOf(publicUrl),
    allowCredentials: passkeys.map(known),
    timeout: TIMEOUT_MS,
    userVerification: VERIFICATION,
  });
  await insertChallenge(db, { name, purpose: 'sign-in', challenge: options.challenge });
  return { ...options };
}

/** @returns whose signature it is; null where it is none of theirs, or not of what was asked a moment ago. */
export async function verifyPasskey(
  { db, publicUrl }: PasskeyDeps,
  name: string,
  used: PasskeySignature,
): Promise<SignedPasskey | null> {
  const passkey = (await findPasskeys(db, name)).find(({ credentialId }) => credentialId === used.id);
  if (!passkey) return null;
  const { id, label, publicKey } = passkey;
  const checked = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: (challenge) => consumeChallenge(db, { name, purpose: 'sign-in', challenge }),
    expectedOrigin: publicUrl,
    expectedRPID: hostOf(publicUrl),
    // The counter is judged in the statement that moves it, where of two at once one is second.
    credential: { id: used.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null);
  return checked?.verified ? { id, label, counter: checked.authenticationInfo.newCounter } : null;
}
