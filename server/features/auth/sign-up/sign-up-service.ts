import type { User } from '#contract/schemas/auth.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { generateCrockfordCode, normalizeCrockfordCode } from '../../../lib/crockford.ts';
import { notifyShopper } from '../../../outbox/outbox.ts';
import type { PasswordHasher } from '../password-hashing.ts';
import type { SignInClient } from '../sessions/session-repository.ts';
import { beginSession, type NewSessionTokens } from '../sessions/session-service.ts';
import {
  findUserByEmail,
  findUserBySignUpIdempotencyKey,
  insertUser,
  isPhoneTaken,
  toUserReply,
  type UserRow,
} from '../user-repository.ts';
import { isPrivateIpAddress, removeEmailAlias } from './referral-flags.ts';
import * as rows from './sign-up-repository.ts';
import type { SignUpFields } from './sign-up-rules.ts';

export interface SignUpDeps {
  db: Database;
  hasher: PasswordHasher;
}

export interface SignUpResult {
  user: User;
  grant: NewSessionTokens;
  /** True: the request repeats an earlier sign-up, so no account was created. */
  isReplay: boolean;
}

/** Time within which a repeated sign-up without an idempotency key signs in again instead of failing. */
const REPLAY_MS = 15 * 60_000;
const REFERRAL_CODE_LENGTH = 8;
const CODE_TRIES = 5;
/** Maximum number of sign-up notifications to one referrer a day, so that fake sign-ups do not hide important ones. */
const TOLD_A_DAY = 20;

/**
 * Creates the account with its wallet and referral, and signs it in. A repeated sign-up only signs in again.
 * @param key the request's `Idempotency-Key`.
 * @throws {DomainError} `email_taken`, `phone_taken`, `idempotency_mismatch`.
 * @source money.md and http.md
 */
export async function signUp(
  deps: SignUpDeps,
  wanted: SignUpFields,
  key: string | null,
  origin: SignInClient,
  replacedToken: string | null,
): Promise<SignUpResult> {
  const earlier = await findEarlier(deps, wanted, key);
  if (earlier) return signInAgain(deps.db, earlier, origin, replacedToken);
  const [passwordHash, recoveryKeyHash] = await Promise.all([
    deps.hasher.hash(wanted.password),
    deps.hasher.hash(wanted.recoveryKey),
  ]);
  const made = await deps.db.transaction(async (tx) => {
    const referrer = wanted.referralCode
      ? await rows.findReferrerByCode(tx, normalizeCrockfordCode(wanted.referralCode))
      : null;
    const row = await insertWithCode(tx, {
      name: wanted.name,
      email: wanted.email,
      phone: wanted.phone,
      platform: wanted.platform,
      passwordHash,
      recoveryKeyHash,
      referredBy: referrer?.id ?? null,
      signupKey: key,
    });
    if (!row) return null;
    if (referrer) await recordReferral(tx, row, referrer, origin);
    return { row, grant: await beginSession(tx, row, origin, replacedToken) };
  });
  if (made) return { user: toUserReply(made.row), grant: made.grant, isReplay: false };
  const winner = await findEarlier(deps, wanted, key);
  if (!winner) throw new Error('sign-up found neither a free place nor the account that took it');
  return signInAgain(deps.db, winner, origin, replacedToken);
}

/** @returns the account that an earlier request of this sign-up created; null when e-mail and phone are free. */
async function findEarlier(
  { db, hasher }: SignUpDeps,
  wanted: SignUpFields,
  key: string | null,
): Promise<UserRow | null> {
  // The phone is looked up first, so that the later lookups also find the account of a concurrent repeat.
  const isPhoneFound = await isPhoneTaken(db, wanted.phone);
  const byEmail = await findUserByEmail(db, wanted.email);
  const byKey = key ? await findUserBySignUpIdempotencyKey(db, key) : null;
  if (byKey) {
    const isSame = !byKey.isLocked && byKey.email === wanted.email && byKey.phone === wanted.phone;
    if (isSame && (await hasher.verify(byKey.passwordHash, wanted.password))) return byKey;
    throw new DomainError('idempotency_mismatch');
  }
  if (byEmail) {
    const isYoung = byEmail.ageMs < REPLAY_MS;
    const isSame = key === null && isYoung && !byEmail.isLocked && byEmail.phone === wanted.phone;
    if (isSame && (await hasher.verify(byEmail.passwordHash, wanted.password))) return byEmail;
    throw new DomainError('email_taken');
  }
  if (isPhoneFound) throw new DomainError('phone_taken');
  return null;
}

async function signInAgain(
  db: Database,
  row: UserRow,
  origin: SignInClient,
  replacedToken: string | null,
): Promise<SignUpResult> {
  const grant = await db.transaction((tx) => beginSession(tx, row, origin, replacedToken));
  return { user: toUserReply(row), grant, isReplay: true };
}

/**
 * Inserts the account with an unused random referral code.
 * @returns null when the e-mail or phone is taken.
 */
async function insertWithCode(
  tx: Queryable,
  user: Omit<Parameters<typeof insertUser>[1], 'referralCode'>,
): Promise<UserRow | null> {
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    const referralCode = generateCrockfordCode(REFERRAL_CODE_LENGTH);
    const row = await insertUser(tx, { ...user, referralCode });
    if (row) return row;
    if (!(await rows.findReferrerByCode(tx, referralCode))) return null;
  }
  return null;
}

/**
 * Returns true when the referrer has used this IP address with this browser. Thousands of phones may share the IP
 * address.
 */
async function isSeenAt(
  tx: Queryable,
  { id }: rows.ReferrerRow,
  { address, userAgent }: SignInClient,
): Promise<boolean> {
  if (!address || isPrivateIpAddress(address)) return false;
  return rows.hasSignedInFromBrowser(tx, id, address, userAgent);
}

async function recordReferral(
  tx: Queryable,
  referee: UserRow,
  referrer: rows.ReferrerRow,
  origin: SignInClient,
): Promise<void> {
  const flags: string[] = [];
  if (removeEmailAlias(referee.email) === removeEmailAlias(referrer.email)) flags.push('same_email');
  if (referee.phone === referrer.phone) flags.push('same_phone');
  if (origin.isPhoneOf?.(referrer.email) || (await isSeenAt(tx, referrer, origin))) flags.push('same_device');
  await rows.insertReferral(tx, referee.id, referrer.id, flags);
  if ((await rows.countReferralsOfLastDay(tx, referrer.id, TOLD_A_DAY + 1)) > TOLD_A_DAY) return;
  await notifyShopper(tx, { fact: 'new_referral', userId: referrer.id, refereeId: referee.id });
}
