import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() =>
  startTestApi({ env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1000' } }),
);

const login = async (address: string, body: object, cookie = ''): Promise<number> => {
  const headers = { 'x-forwarded-for': address, cookie };
  return (await api.call({ method: 'POST', url: '/api/auth/login', body, headers })).status;
};
test('a crowd from everywhere keeps nobody out who comes on a known phone', async () => {
  const { email, password, cookies } = await signUpShopper(api);
  // Three times as many sign-ins as may wait for hashing.
  const crowd = Array.from({ length: 150 }, (_, index) =>
    login(`102.89.1.${index + 1}`, { email: `${randomUUID()}@x.ng`, password: 'wrong password' }),
  );
  expect(await login('102.89.0.1', { email, password }, `device=${cookies.device}`)).toBe(200);
  expect(await Promise.all(crowd)).toContain(429);
});
