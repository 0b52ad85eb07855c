import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/schemas/auth.ts';
import { startTestApi } from '../support/api.ts';
import { createSignUpBody, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Invisible characters in an e-mail address or a name do not get into an account, and do not keep its owner out. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

const post = (path: string, body: object) =>
  api.call<SignInReply & { errors?: { field: string; message: string }[] }>({
    method: 'POST',
    url: `/api/auth/${path}`,
    body,
  });
const signIn = async (email: string, password = 'correct horse') => post('login', { email, password });

/** Ways in which an address is pasted from a chat, a contact or a letter. */
const PASTED: [name: string, paste: (email: string) => string][] = [
  ['a zero width space in front', (email) => `\u200b${email}`],
  ['a direction mark behind', (email) => `${email}\u200e`],
  ['a byte order mark', (email) => `\ufeff${email}`],
  ['a soft hyphen', (email) => email.replace('@', '\u00ad@')],
  ['full-width letters', (email) => email.replace('ada', 'ａｄａ')],
  ['mailto:', (email) => `mailto:${email}`],
  ['a name before it', (email) => `Ada Obi <${email}>`],
  ['a stop behind it', (email) => `${email}.`],
];

describe.each(PASTED)('an address with %s', (_, paste) => {
  test('signs up, signs in and recovers as the one that is seen', async () => {
    const body = createSignUpBody();
    const made = await post('signup', { ...body, email: paste(body.email) });
    expect([made.status, made.body.user.email]).toEqual([201, body.email]);
    for (const email of [body.email, paste(body.email)]) expect((await signIn(email)).status).toBe(200);
    const { status } = await post('verify-recovery-key', {
      email: paste(body.email),
      secretRecoveryKey: body.secretRecoveryKey,
    });
    expect(status).toBe(200);
  });

  test('is taken where the one that is seen is taken', async () => {
    const { email } = await signUpShopper(api);
    const answer = await post('signup', { ...createSignUpBody(), email: paste(email) });
    expect([answer.status, answer.body.message]).toEqual([400, 'An account with this email already exists']);
  });
});

test.each([
  ['ada\u0007@example.com', 'email has a hidden character that cannot be saved, type it again'],
  ['ada@example.com\ud83d', 'email has a hidden character that cannot be saved, type it again'],
  ['\u200b@example.com', 'Please enter a valid email address'],
  ['ada@x, obi@x.ng', 'Please enter a valid email address'],
])('%j is no address: %s', async (email, message) => {
  const answer = await post('signup', { ...createSignUpBody(), email });
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});

test('an address written otherwise is no other friend', async () => {
  const referrer = await signUpShopper(api);
  const plus = referrer.email.replace('@', '+2@');
  const friend = await signUpShopper(api, {
    email: `\u200b${plus}`,
    referralCode: `\u202a${referrer.referralCode}\u202c`,
  });
  const [row] = await api.db.query('SELECT flags FROM referrals WHERE referee_id = $1', [friend.id]);
  expect(row).toMatchObject({ flags: expect.arrayContaining(['same_email']) });
});

describe('a name', () => {
  const rename = (token: string, name: string) =>
    api.call<{ message: string; user: { name: string } }>({
      method: 'PATCH',
      url: '/api/auth/update-name',
      token,
      body: { name },
      idempotencyKey: randomUUID(),
    });

  test.each([
    ['\u200bAda\u202e  Obi\u2069 ', 'Ada Obi'],
    ['O\u0323\u0300re\u0301\u00a0Ade', 'Ọ̀ré Ade'.normalize('NFC')],
    ['Ada\u00ad\u3164\nObi', 'Ada Obi'],
  ])('%j is stored as %j', async (typed, stored) => {
    const made = await post('signup', { ...createSignUpBody(), name: typed });
    expect([made.status, made.body.user?.name]).toEqual([201, stored]);
    const renamed = await rename(made.body.token, `${typed}\u200d`);
    expect([renamed.status, renamed.body.user.name]).toEqual([200, stored]);
  });

  test.each([
    ['\u200b\u2060', 'Name is required'],
    ['\u3164', 'Name is required'],
    ['Ada \ud83d', 'name has a hidden character that cannot be saved, type it again'],
  ])('%j is refused: %s', async (name, message) => {
    const made = await post('signup', { ...createSignUpBody(), name });
    expect([made.status, made.body.message]).toEqual([400, message]);
    const renamed = await rename((await signUpShopper(api)).token, name);
    expect([renamed.status, renamed.body.message]).toEqual([400, message]);
  });
});
