import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/schemas/auth.ts';
import type { Database } from '../../server/db/database.ts';
import { createPasswordHasher } from '../../server/features/auth/password-hashing.ts';
import { parseSignUpBody } from '../../server/features/auth/sign-up/sign-up-rules.ts';
import * as service from '../../server/features/auth/sign-up/sign-up-service.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { createSignUpBody, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() =>
  startTestApi({ env: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '127.0.0.1' } }),
);

const signUp = (
  body: object,
  idempotencyKey: string,
): Promise<TestApiResponse<SignInReply & { code?: string }>> =>
  api.call({ method: 'POST', url: '/api/auth/signup', body, idempotencyKey });

describe('a sign-up that is sent again under its key', () => {
  test('is the same account, and says so', async () => {
    const [body, key] = [createSignUpBody(), randomUUID()];
    const [first, again] = [await signUp(body, key), await signUp(body, key)];
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(again.body.user.id).toBe(first.body.user.id);
  });

  test.each([
    ['email', { email: `another.${randomUUID()}@example.com` }],
    ['phone', { phone: '+2347000000001' }],
    ['password', { password: 'another password' }],
  ])('with another %s opens nobody', async (_name, change) => {
    const [body, key] = [createSignUpBody(), randomUUID()];
    await signUp(body, key);
    const answer = await signUp({ ...body, ...change }, key);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_mismatch']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('does not open an account that was locked meanwhile', async () => {
    const [body, key] = [createSignUpBody(), randomUUID()];
    const { user } = (await signUp(body, key)).body;
    await api.db.query('UPDATE users SET locked_at = app_now() WHERE id = $1', [user.id]);
    const answer = await signUp(body, key);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_mismatch']);
  });
});

describe('a sign-up that was sent twice at once', () => {
  const hasher = createPasswordHasher();
  const nowhere = { userAgent: null, address: null };

  test.each([
    ['with a key', randomUUID(), 1],
    ['with a key', randomUUID(), 2],
    ['with a key', randomUUID(), 3],
    ['without a key', null, 1],
    ['without a key', null, 2],
  ])('%s (%s) opens the account that the other made before its look %i', async (_, key, look) => {
    const wanted = parseSignUpBody(createSignUpBody());
    const signUpOn = (db: Database) => service.signUp({ db, hasher }, wanted, key, nowhere, null);
    let looks = 0;
    let other: service.SignUpResult | undefined;
    const db: Database = {
      ...api.db,
      async query<Row>(text: string, values?: unknown[]) {
        looks += 1;
        if (looks === look) other = await signUpOn(api.db);
        return await api.db.query<Row>(text, values);
      },
    };
    const signedIn = await signUpOn(db);
    expect(signedIn.isReplay).toBe(true);
    expect(other?.user.id).toBe(signedIn.user.id);
  });
});

test('a friend at the very phone of the referrer is flagged, one behind the same mast is not', async () => {
  const from = (address: string, phone: string) => ({
    headers: { 'x-forwarded-for': address, 'user-agent': phone },
  });
  const { referralCode } = await signUpShopper(api, {}, from('105.112.1.2', 'Tecno Spark'));
  const friends = [
    await signUpShopper(api, { referralCode }, from('105.112.1.2', 'Tecno Spark')),
    await signUpShopper(api, { referralCode }, from('105.112.1.2', 'Itel A60')),
    await signUpShopper(api, { referralCode }, from('105.112.9.9', 'Tecno Spark')),
  ];
  const flags = await Promise.all(
    friends.map(({ id }) => api.db.query('SELECT flags FROM referrals WHERE referee_id = $1', [id])),
  );
  expect(flags).toEqual([[{ flags: ['same_device'] }], [{ flags: [] }], [{ flags: [] }]]);
});

test('a phone on which the referrer has signed in is the same phone, whatever it calls itself and wherever it is', async () => {
  const { referralCode, cookies } = await signUpShopper(api);
  const other = await signUpShopper(api);
  const signUpWith = async (device: string | undefined) => {
    const headers = {
      ...{ 'x-forwarded-for': '102.89.3.4', 'user-agent': 'made up' },
      cookie: `device=${device}`,
    };
    const { id } = await signUpShopper(api, { referralCode }, { headers });
    return api.db.query('SELECT flags FROM referrals WHERE referee_id = $1', [id]);
  };
  expect(await signUpWith(cookies.device)).toEqual([{ flags: ['same_device'] }]);
  expect(await signUpWith(other.cookies.device)).toEqual([{ flags: [] }]);
});
