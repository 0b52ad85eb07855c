import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  return client;
}

const calls = [
  ['PATCH', '/api/auth/password', { currentPassword: 'wrong', newPassword: 'twelve brown goats' }],
  [
    'PATCH',
    '/api/auth/update-recovery-key',
    { currentPassword: 'wrong', newSecretRecoveryKey: 'a red kite' },
  ],
  ['DELETE', '/api/account', { password: 'wrong' }],
] as const;

/**
 * A deletion locks the account's row and waits for a sign-in that is writing its session. Others who wait for this row
 * must not hold what the deletion needs, or PostgreSQL ends one of the two as a deadlock.
 */
test.each(calls)(
  '%s %s beside a deletion and a sign-in is judged by its password',
  async (method, url, body) => {
    const shopper = await signUpShopper(api);
    const [signIn, deletion] = [await connected(), await connected()];
    try {
      await signIn.query('BEGIN');
      await signIn.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [shopper.id]);
      await deletion.query('BEGIN');
      await deletion.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [shopper.id]);
      const answered = api.call({ method, url, body, token: shopper.token });
      const erasing = deletion.query(`UPDATE users SET email = 'x' || id || '@example.com' WHERE id = $1`, [
        shopper.id,
      ]);
      const ended = erasing.catch(() => null);
      const answer = await answered;
      await signIn.query('ROLLBACK');
      await ended;
      await deletion.query('ROLLBACK');
      expect([answer.status, answer.body.code]).toEqual([400, 'wrong_current_password']);
    } finally {
      await Promise.all([signIn.end(), deletion.end()]);
    }
  },
);
