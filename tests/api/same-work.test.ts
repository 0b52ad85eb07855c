import { expect, test, vi } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Answers that take the same steps take the same time, which bench/sign-in-timing.ts measures. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

test.each([
  ['login', { password: 'wrong password' }],
  ['verify-recovery-key', { secretRecoveryKey: 'wrong wrong' }],
  ['use-temporary-recovery-key', { temporaryKey: 'ABCD01234567', newRecoveryKey: 'long enough' }],
  ['request-recovery-key-reset', { phone: '+2348031234567', reason: 'lost' }],
])('%s asks the database the same for an account and for none, each time', async (url, body) => {
  const query = vi.spyOn(api.db, 'query');
  /** Makes as many tries as lock the recovery key, and one more. @returns the statements they sent. */
  const askedFor = async (email: string): Promise<string[]> => {
    query.mockClear();
    for (let time = 0; time < 11; time += 1) {
      await api.call({ method: 'POST', url: `/api/auth/${url}`, body: { email, ...body } });
    }
    // The shop reads ended sessions every 2 s on its own; this statement is left out.
    return query.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => !sql.includes('FROM sessions WHERE revoked_at >'));
  };
  const known = await askedFor((await signUpShopper(api)).email);
  const unknown = await askedFor(`nobody.${url}@example.com`);
  query.mockRestore();
  expect(known).toEqual(unknown);
  expect(known.length).toBeGreaterThan(30);
});
