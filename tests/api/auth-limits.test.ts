import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

test.each([
  ['login', { password: 'wrong password' }, 10],
  ['verify-recovery-key', { secretRecoveryKey: 'wrong wrong' }, 5],
  ['use-temporary-recovery-key', { temporaryKey: 'ABCD', newRecoveryKey: 'long enough' }, 4],
  ['request-recovery-key-reset', { phone: '+2348031234567', reason: 'lost' }, 3],
])(
  '%s is limited per email text: then 429 with Retry-After, for a known and an unknown one',
  async (url, body, limit) => {
    const shopper = await signUpShopper(api);
    for (const email of [shopper.email, `nobody.${url}@example.com`]) {
      const attempt = (): Promise<TestApiResponse<ApiErrorBody>> =>
        api.call<ApiErrorBody>({ method: 'POST', url: `/api/auth/${url}`, body: { email, ...body } });
      for (let count = 0; count < limit; count += 1) expect((await attempt()).status).not.toBe(429);
      const refused = await attempt();
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  },
);

test("a shopper's own password is asked for ten times in 15 minutes, no more", async () => {
  const shopper = await signUpShopper(api);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const answer = await api.call({
      method: 'PATCH',
      url: '/api/auth/update-recovery-key',
      body: { currentPassword: 'wrong password', newSecretRecoveryKey: 'long enough' },
      token: shopper.token,
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test('once an address is refused, made-up accounts leave no row behind', async () => {
  const strict = await startTestApi({ env: { RATE_LIMIT_FACTOR: '0.005' } });
  try {
    const tries = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          strict.call({
            method: 'POST',
            url: '/api/auth/login',
            body: { email: `${randomUUID()}@x.ng`, password: 'wrong password' },
          }),
        ),
      );
    const rows = () => strict.db.query<{ n: number }>('SELECT count(*)::int AS n FROM rate_limits');
    await tries(3);
    const before = await rows();
    expect((await tries(20)).map(({ status }) => status)).toEqual(Array<number>(20).fill(429));
    expect(await rows()).toEqual(before);
  } finally {
    await strict.close();
  }
});
