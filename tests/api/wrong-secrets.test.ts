import { expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import {
  createSameOriginHeaders,
  refreshSession,
  type SignedUpApiShopper,
  signUpShopper,
} from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

const secrets = [
  ['a wrong password', '/api/auth/login', { password: 'wrong password' }, 'Invalid email or password'],
  [
    'a wrong recovery key',
    '/api/auth/verify-recovery-key',
    { secretRecoveryKey: 'wrong wrong' },
    'Invalid email or recovery key',
  ],
  [
    'a wrong temporary key',
    '/api/auth/use-temporary-recovery-key',
    { temporaryKey: 'WR0NGWR0NG00', newRecoveryKey: 'a new recovery key' },
    'Invalid or expired temporary key',
  ],
] as const;

test.each(secrets)(
  '%s does not sign the shopper out, does not say which part was wrong, and is limited',
  async (_name, url, body, message) => {
    const shopper = await signUpShopper(api);
    const attempt = (email: string): Promise<TestApiResponse<ApiErrorBody>> =>
      api.call<ApiErrorBody>({
        method: 'POST',
        url,
        body: { email, ...body },
        token: shopper.token,
        headers: createSameOriginHeaders(api, shopper.cookies),
      });
    const [wrongSecret, wrongEmail] = [await attempt(shopper.email), await attempt('nobody@example.com')];
    expect([wrongSecret.status, wrongSecret.body.message]).toEqual([400, message]);
    expect({ ...wrongEmail.body, requestId: '' }).toEqual({ ...wrongSecret.body, requestId: '' });
    expect(wrongSecret.headers['set-cookie']).toBeUndefined();

    const statuses: number[] = [];
    let last = wrongSecret;
    while (last.status === 400 && statuses.length < 20) {
      last = await attempt(shopper.email);
      statuses.push(last.status);
    }
    expect([last.status, last.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await expectSignedIn(shopper);
  },
);

test('a payment webhook with a wrong secret is refused and noted with its number', async () => {
  const noted: unknown[] = [];
  const watched = await startTestApi({
    extend: (app) =>
      app.addHook('onRequest', async ({ log }) => {
        log.warn = (...words: unknown[]) => void noted.push(words);
      }),
  });
  const url = '/api/payment/webhook/flutterwave';
  for (const secret of ['guessed', 'guessed again']) {
    const headers = { 'verif-hash': secret };
    expect((await watched.call({ method: 'POST', url, body: {}, headers })).status).toBe(401);
  }
  await watched.close();
  const sentence = 'a webhook did not carry our secret';
  expect(noted).toEqual([
    [{ forgedCount: 1 }, sentence],
    [{ forgedCount: 2 }, sentence],
  ]);
});

async function expectSignedIn(shopper: SignedUpApiShopper): Promise<void> {
  const wallet = await api.call({ method: 'GET', url: '/api/wallet', token: shopper.token });
  expect(wallet.status).toBe(200);
  expect(await refreshSession(api, shopper)).toBe(200);
}
