import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createPasswordHasher } from '../../../server/features/auth/password-hashing.ts';
import { beginSession } from '../../../server/features/auth/sessions/session-service.ts';
import { insertReferral } from '../../../server/features/auth/sign-up/sign-up-repository.ts';
import { insertUser } from '../../../server/features/auth/user-repository.ts';
import { generateCrockfordCode } from '../../../server/lib/crockford.ts';
import type { Dice } from './dice.ts';
import type { Answer, RandomShop } from './shop.ts';

export const PASSWORD = 'market day 7';

/** The access token of a session younger than this is still valid. */
const TOKEN_MS = 10 * 60_000;

export interface Member {
  id: string;
  email: string;
  token: string | null;
  issuedAtMs: number;
  sessionId: string | null;
}

/** An attempt to pay, with what the shopper's phone knows of it. */
export interface Attempt {
  reference: string;
  member: Member;
  key: string;
  /** Path of its card page; null when the wallet paid everything. */
  cardPath: string | null;
  /** The path to which the card page sent the browser back. */
  returnPath: string | null;
}

export function createAttempt({
  link,
  ...attempt
}: Pick<Attempt, 'reference' | 'member' | 'key'> & { link: string | null }): Attempt {
  return { ...attempt, cardPath: link ? new URL(link).pathname : null, returnPath: null };
}

/** What all lanes know of the shop. It is read from the database again after a kill. */
export class Crowd {
  members: Member[] = [];
  attempts: Attempt[] = [];
  products: { id: string; slug: string; units: string[] }[] = [];
  /** The provider's transaction ids that came to a browser by the return address. */
  transactions: { id: string; reference: string }[] = [];
  /** The references of the purchases that were confirmed since this process began. */
  readonly confirmed = new Set<string>();
  readonly shop: RandomShop;
  private readonly passwordHash: string;

  private constructor(shop: RandomShop, passwordHash: string) {
    this.shop = shop;
    this.passwordHash = passwordHash;
  }

  static async open(shop: RandomShop): Promise<Crowd> {
    const crowd = new Crowd(shop, await createPasswordHasher().hash(PASSWORD));
    const { db } = shop.deps;
    const users = await db.query<{ id: string; email: string }>(
      'SELECT id, email::text AS email FROM users WHERE deleted_at IS NULL ORDER BY created_at, id',
    );
    for (const { id, email } of users) crowd.remember(id, email);
    crowd.products = await db.query(
      `SELECT p.id, p.slug, coalesce((SELECT array_agg(u.name ORDER BY u.sort) FROM selling_units u
         WHERE u.product_id = p.id), '{}') AS units FROM products p ORDER BY p.slug`,
    );
    const late = await db.query<{
      reference: string;
      userId: string;
      link: string | null;
      key: string | null;
    }>(
      `SELECT * FROM (SELECT reference, user_id AS "userId", authorization_url AS link, attempt_key AS key, created_at
         FROM payments ORDER BY created_at DESC LIMIT 200) late ORDER BY created_at`,
    );
    for (const { reference, userId, link, key } of late) {
      const member = crowd.members.find(({ id }) => id === userId);
      if (member) crowd.begun(createAttempt({ reference, member, key: key ?? '', link }));
    }
    return crowd;
  }

  remember(id: string, email: string): Member {
    const member: Member = { id, email, token: null, issuedAtMs: 0, sessionId: null };
    this.members.push(member);
    return member;
  }

  /** Adds an attempt, which all lanes act on from now on. */
  begun(attempt: Attempt): Attempt {
    this.attempts.push(attempt);
    if (this.attempts.length > 600) this.attempts.splice(0, 300);
    return attempt;
  }

  /** Adds a shopper straight to the tables: the sign-up hashes two secrets, which is slow on purpose. */
  async addMember(dice: Dice): Promise<Member> {
    const { db } = this.shop.deps;
    const referrer = this.members.length > 0 && dice.oneIn(2) ? this.members[dice.below(5)] : undefined;
    const email = `shopper.${dice.below(2 ** 31)}.${Date.now()}@example.com`;
    const id = await db.transaction(async (tx) => {
      const user = await insertUser(tx, {
        ...{ name: 'Ada Obi', email, phone: `+2347${String(dice.below(10 ** 9)).padStart(9, '0')}` },
        ...{ passwordHash: this.passwordHash, recoveryKeyHash: 'x', platform: null, signupKey: null },
        ...{ referralCode: generateCrockfordCode(8), referredBy: referrer?.id ?? null },
      });
      if (user && referrer) await insertReferral(tx, user.id, referrer.id, dice.oneIn(8) ? ['device'] : []);
      return user?.id;
    });
    if (!id) throw new Error('the number is taken');
    return this.remember(id, email);
  }

  forget(member: Member): void {
    this.members = this.members.filter((one) => one !== member);
  }

  /** Makes a call as a signed-in shopper, and signs in again when the session has ended. */
  async as(
    member: Member,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    more: { body?: object; key?: string } = {},
  ): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${await this.tokenOf(member)}`,
      ...(more.key ? { 'idempotency-key': more.key } : {}),
    };
    const answer = await this.shop.call({
      method,
      url,
      headers,
      ...(more.body ? { payload: more.body } : {}),
    });
    if (answer.status === 401) member.sessionId = member.token = null;
    return answer;
  }

  /**
   * Records that the shop has confirmed this purchase, which must be kept from now on. Written at once, as a kill may
   * come at any moment.
   */
  acknowledge(reference: string): void {
    this.confirmed.add(reference);
    appendFileSync(acknowledgedFile(this.shop.deps.config.dataDir), `${reference}\n`);
  }

  acknowledged(): string[] {
    return readAcknowledged(this.shop.deps.config.dataDir);
  }

  private async tokenOf(member: Member): Promise<string> {
    const { db } = this.shop.deps;
    if (!member.sessionId) {
      const user = { id: member.id, passwordHash: this.passwordHash };
      const [stored] = await db.query<{ hash: string }>(
        'SELECT password_hash AS hash FROM users WHERE id = $1',
        [member.id],
      );
      const grant = await db.transaction((tx) =>
        beginSession(
          tx,
          { ...user, passwordHash: stored?.hash ?? '' },
          { userAgent: null, address: null },
          null,
        ),
      );
      member.sessionId = grant.sessionId;
      member.token = null;
    }
    if (!member.token || Date.now() - member.issuedAtMs > TOKEN_MS) {
      member.token = this.shop.tokens.issue({ id: member.id, sessionId: member.sessionId });
      member.issuedAtMs = Date.now();
    }
    return member.token;
  }
}

/** Reads the references of all purchases that were confirmed to a shopper of this shop. */
export function readAcknowledged(dataDir: string): string[] {
  const file = acknowledgedFile(dataDir);
  if (!existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))];
}

const acknowledgedFile = (dataDir: string): string => `${dataDir}/acknowledged`;
