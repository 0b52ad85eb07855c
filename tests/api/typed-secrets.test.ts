import { describe, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { createSignUpBody, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** A password or key that is typed on another keyboard or system is accepted as the same. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

const post = (path: string, body: object) =>
  api.call<{ message: string; resetToken?: string }>({ method: 'POST', url: `/api/auth/${path}`, body });
const signIn = async (email: string, password: string) => (await post('login', { email, password })).status;
const verifyKey = async (email: string, secretRecoveryKey: string) =>
  (await post('verify-recovery-key', { email, secretRecoveryKey })).status;

const COMPOSED = 'ọ̀rẹ́ mi 2026'.normalize('NFC');
const TAKEN_APART = COMPOSED.normalize('NFD');

describe('a secret with Yoruba letters', () => {
  test.each([
    ['taken apart', TAKEN_APART, COMPOSED],
    ['composed', COMPOSED, TAKEN_APART],
    ['with a hard space', COMPOSED.replace(' ', '\u00a0'), COMPOSED],
  ])('set %s is typed in every form', async (_, set, typed) => {
    const { email } = await signUpShopper(api, { password: set });
    expect(await signIn(email, typed)).toBe(200);
    expect(await signIn(email, set)).toBe(200);
    expect(await signIn(email, `${typed}!`)).toBe(400);
    const keyed = await signUpShopper(api, { secretRecoveryKey: set });
    expect(await verifyKey(keyed.email, typed)).toBe(200);
  });

  test('is wrong once for each wrong try', async () => {
    const { email } = await signUpShopper(api);
    await verifyKey(email, TAKEN_APART);
    const [row] = await api.db.query('SELECT misses FROM recovery_locks WHERE email = $1', [email]);
    expect(row).toEqual({ misses: 1 });
  });

  test('is one and the same as password and as recovery key', async () => {
    const answer = await post('signup', {
      ...createSignUpBody(),
      password: TAKEN_APART,
      secretRecoveryKey: COMPOSED,
    });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Please choose a recovery key that is not your password',
    ]);
  });
});

test("a recovery key with an apostrophe is typed with the phone's curly one", async () => {
  const { email } = await signUpShopper(api, { secretRecoveryKey: "my grandmother's stall" });
  expect(await verifyKey(email, 'my grandmother’s stall')).toBe(200);
});

test('the length of a password is that of its letters, however they are written', async () => {
  const sevenLetters = 'ẹẹẹẹẹẹẹ';
  for (const password of [sevenLetters.normalize('NFC'), sevenLetters.normalize('NFD')]) {
    const answer = await post('signup', { ...createSignUpBody(), password });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Password must be at least 8 characters long',
    ]);
  }
});

test('half a character in a new secret is refused in words', async () => {
  for (const secret of ['password', 'secretRecoveryKey']) {
    const answer = await post('signup', { ...createSignUpBody(), [secret]: 'long enough \ud83d' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('has a hidden character that cannot be saved');
  }
});
