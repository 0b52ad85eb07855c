import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { OwnSessionsReply, SignInReply } from '#contract/schemas/auth.ts';
import { startTestApi, type TestApiRequest } from '../support/api.ts';
import { requestAndApproveRecovery } from '../support/api-recovery.ts';
import {
  createSameOriginHeaders,
  parseSetCookies,
  type SignedUpApiShopper,
  signUpShopper,
} from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  api.call<ApiErrorBody & { resetToken?: string }>({
    method: 'POST',
    url: `/api/auth/${url}`,
    body,
    headers,
  });

interface SignedIn {
  token: string;
  cookies: Record<string, string>;
}
async function signIn({ email, password }: SignedUpApiShopper, userAgent = 'other phone'): Promise<SignedIn> {
  const answer = await api.call<SignInReply>({
    ...{ method: 'POST', url: '/api/auth/login', body: { email, password } },
    headers: { 'user-agent': userAgent },
  });
  return { token: answer.body.token, cookies: parseSetCookies(answer.headers['set-cookie']) };
}
const sessionsOf = async ({ token }: SignedIn) =>
  (await api.call<OwnSessionsReply>({ method: 'GET', url: '/api/auth/sessions', token })).body.sessions;
const end = ({ token }: SignedIn, sessionId = '', more: Partial<TestApiRequest> = {}) =>
  api.call<ApiErrorBody>({
    ...{ method: 'DELETE', url: `/api/auth/sessions${sessionId && `/${sessionId}`}`, token },
    ...more,
  });
const isSignedIn = async ({ cookies }: SignedIn): Promise<boolean> =>
  (await post('refresh', {}, createSameOriginHeaders(api, cookies))).status === 200;
const change = (what: string, body: object, { token }: SignedIn) =>
  api.call<ApiErrorBody>({ method: 'PATCH', url: `/api/auth/${what}`, body, token });

describe('the sessions of an account', () => {
  test('are listed for their owner alone, the one that asks marked, with no secret', async () => {
    const shopper = await signUpShopper(api);
    await signUpShopper(api);
    const other = await signIn(shopper, 'Phone of Ada');
    const [one, two, ...rest] = await sessionsOf(other);
    expect(rest).toEqual([]);
    expect(one).toEqual({
      ...{ id: expect.any(String), createdAt: expect.any(String), lastSeenAt: expect.any(String) },
      ...{ userAgent: 'Phone of Ada', isCurrent: true },
    });
    expect(two?.isCurrent).toBe(false);
    expect((await sessionsOf(shopper)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('end one by one, also asked for twice, and are then gone from the list', async () => {
    const shopper = await signUpShopper(api);
    const other = await signIn(shopper);
    const [, mine] = await sessionsOf(shopper);
    const [theirs] = await sessionsOf(other);
    expect([(await end(shopper, theirs?.id)).status, (await end(shopper, theirs?.id)).status]).toEqual([
      200, 200,
    ]);
    expect(await isSignedIn(other)).toBe(false);
    expect(await sessionsOf(shopper)).toMatchObject([{ id: mine?.id }]);
    expect(await isSignedIn(shopper)).toBe(true);
  });

  test("of somebody else are nobody's to end", async () => {
    const [shopper, stranger] = [await signUpShopper(api), await signUpShopper(api)];
    const [theirs] = await sessionsOf(shopper);
    expect((await end(stranger, theirs?.id)).status).toBe(404);
    expect((await end(stranger, randomUUID())).status).toBe(404);
    expect((await end(stranger, 'no-id')).status).toBe(400);
    await end(stranger);
    expect(await isSignedIn(shopper)).toBe(true);
  });

  test('all end but the one that says so', async () => {
    const shopper = await signUpShopper(api);
    const others = [await signIn(shopper), await signIn(shopper)];
    const idempotencyKey = randomUUID();
    expect((await end(shopper, '', { idempotencyKey })).status).toBe(200);
    const later = await signIn(shopper);
    expect((await end(shopper, '', { idempotencyKey })).status, 'repeated').toBe(200);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
    expect([await isSignedIn(shopper), await isSignedIn(later)]).toEqual([true, true]);
  });
});

describe('a new password of a signed-in shopper', () => {
  test('needs the old one, eight characters, and is none that everybody has', async () => {
    const shopper = await signUpShopper(api);
    const refusals = [
      [{ newPassword: 'a new horse' }, 'Please fill in all fields'],
      [{ currentPassword: 'wrong', newPassword: 'a new horse' }, 'Current password is incorrect'],
      [
        { currentPassword: shopper.password, newPassword: '7 signs' },
        'Password must be at least 8 characters long',
      ],
      [
        { currentPassword: shopper.password, newPassword: 'Password1' },
        'This password is too common. Please choose another one.',
      ],
    ] as const;
    for (const [body, message] of refusals) {
      const answer = await change('password', body, shopper);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    const body = { currentPassword: shopper.password, newPassword: ' a new horse ' };
    const answer = await change('password', body, shopper);
    expect([answer.status, answer.body.message]).toEqual([200, 'Password updated successfully']);
    const login = (password: string) => post('login', { email: shopper.email, password });
    expect([(await login(shopper.password)).status, (await login('a new horse')).status]).toEqual([400, 200]);
    const told = await api.db.query(
      `SELECT payload ->> 'change' AS change FROM outbox WHERE payload ->> 'userId' = $1`,
      [shopper.id],
    );
    expect(told).toEqual([{ change: 'password_changed' }]);
  });
});

test('password and recovery key are never made one', async () => {
  const shopper = await signUpShopper(api);
  const { password: currentPassword, recoveryKey } = shopper;
  const refused = [400, 'Please choose a recovery key that is not your password'];
  const key = await change(
    'update-recovery-key',
    { currentPassword, newSecretRecoveryKey: currentPassword },
    shopper,
  );
  expect([key.status, key.body.message]).toEqual(refused);
  const password = await change('password', { currentPassword, newPassword: recoveryKey }, shopper);
  expect([password.status, password.body.message]).toEqual(refused);
});

describe('a changed secret ends who was let in by the old one', () => {
  const resetOf = async ({ email, recoveryKey }: SignedUpApiShopper) =>
    (await post('verify-recovery-key', { email, secretRecoveryKey: recoveryKey })).body.resetToken;

  test.each([
    ['password', { newPassword: 'a new horse' }],
    ['update-recovery-key', { newSecretRecoveryKey: 'a new key' }],
  ])('%s: every other session, and every reset that was begun', async (what, secret) => {
    const shopper = await signUpShopper(api);
    const other = await signIn(shopper);
    const resetToken = await resetOf(shopper);
    const changed = await change(what, { currentPassword: shopper.password, ...secret }, shopper);
    expect(changed.status).toBe(200);
    expect([await isSignedIn(other), await isSignedIn(shopper)]).toEqual([false, true]);
    expect((await post('reset-password', { resetToken, newPassword: "a thief's horse" })).status).toBe(400);
  });

  test('a temporary key: every session, and every reset that was begun', async () => {
    const shopper = await signUpShopper(api);
    const resetToken = await resetOf(shopper);
    const temporaryKey = await requestAndApproveRecovery(api, shopper);
    const body = { email: shopper.email, temporaryKey, newRecoveryKey: 'a new key' };
    expect((await post('use-temporary-recovery-key', body)).status).toBe(200);
    expect(await isSignedIn(shopper)).toBe(false);
    expect((await post('reset-password', { resetToken, newPassword: "a thief's horse" })).status).toBe(400);
  });
});

test('a password that everybody has is refused at sign-up and at reset too', async () => {
  const common = 'This password is too common. Please choose another one.';
  const shopper = await signUpShopper(api);
  const { body } = await post('verify-recovery-key', {
    email: shopper.email,
    secretRecoveryKey: shopper.recoveryKey,
  });
  const reset = await post('reset-password', { ...body, newPassword: '123456' });
  expect([reset.status, reset.body.message]).toEqual([400, common]);
  await expect(signUpShopper(api, { password: 'iloveyou' })).rejects.toThrow(common);
});
