import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { SignInReply } from '#contract/schemas/auth.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import {
  createSameOriginHeaders,
  createSignUpBody,
  parseSetCookies,
  signUpShopper,
} from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { PUBLIC_SANDBOX_SETTINGS } from '../support/public-sandbox.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

const post = <Reply = ApiErrorBody>(
  url: string,
  body: object,
  extra: object = {},
): Promise<TestApiResponse<Reply>> =>
  api.call<Reply>({ method: 'POST', url: `/api/auth/${url}`, body, ...extra });

describe('sign-up', () => {
  test('creates the account, its wallet and a session', async () => {
    const body: Record<string, string> = { ...createSignUpBody(), name: '  Ada Obi ' };
    body.email = body.email?.toUpperCase() ?? '';
    const answer = await post<SignInReply>('signup', body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Account created successfully',
      token: answer.body.accessToken,
    });
    expect(answer.body.user).toMatchObject({
      name: 'Ada Obi',
      email: body.email.toLowerCase(),
      phone: body.phone,
    });
    expect(answer.body.user.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const cookies = [answer.headers['set-cookie']].flat().join('\n');
    expect(cookies).toMatch(/^refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/m);
    expect(cookies).toMatch(/^XSRF-TOKEN=[\w-]{43}; Max-Age=2592000; Path=\/; SameSite=Lax$/m);
    const wallet = await api.call({ method: 'GET', url: '/api/wallet', token: answer.body.token });
    expect(wallet.body).toMatchObject({ balance: 0 });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  test('with a character that cannot be kept is refused for good', async () => {
    const answer = await post('signup', { ...createSignUpBody(), platform: 'an\u0000droid' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'platform' }] },
    });
  });

  test.each([
    ['name', '', 'Name is required'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['password', 'short', 'Password must be at least 8 characters long'],
    ['phone', '', 'Phone number is required'],
    ['phone', '08031234567', 'Please enter a valid Nigerian WhatsApp number starting with +234'],
    ['phone', '+234803', 'Please enter a valid 11-digit Nigerian phone number'],
    ['secretRecoveryKey', 'short', 'Secret recovery key must be at least 8 characters long'],
  ])('refuses %s %j in the words of the specification', async (field, value, message) => {
    const answer = await post('signup', { ...createSignUpBody(), [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      message,
      msg: message,
      errors: [{ field, message }],
    });
  });

  test('names the taken email and the taken phone', async () => {
    const first = await signUpShopper(api);
    const sameEmail = await post('signup', { ...createSignUpBody(), email: first.email });
    expect([sameEmail.status, sameEmail.body.message]).toEqual([
      400,
      'An account with this email already exists',
    ]);
    const samePhone = await post('signup', { ...createSignUpBody(), phone: first.phone });
    expect([samePhone.status, samePhone.body.message]).toEqual([
      400,
      'An account with this phone number already exists',
    ]);
  });

  test('sent twice without a key within 15 minutes signs in again and creates nothing', async () => {
    const body = createSignUpBody();
    const [first, again] = [await post<SignInReply>('signup', body), await post<SignInReply>('signup', body)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.user.id).toBe(first.body.user.id);
    const wrong = await post('signup', { ...body, password: 'another password' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'email_taken']);
    await api.clock.advance(16 * 60_000);
    const late = await post('signup', body);
    expect([late.status, late.body.code]).toEqual([400, 'email_taken']);
  });

  test('sent five times at once under one key makes one account, each answer with fresh tokens', async () => {
    const body = createSignUpBody();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post<SignInReply>('signup', body, { idempotencyKey })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1);
    const other = await post('signup', createSignUpBody(), { idempotencyKey });
    expect([other.status, other.body.code]).toEqual([400, 'idempotency_mismatch']);
    const stored = await api.db.query<{ found: number }>(
      'SELECT count(*)::int AS found FROM idempotency_keys WHERE key = $1',
      [idempotencyKey],
    );
    expect(stored[0]?.found).toBe(0);
  });

  test('a friend is recorded under the code; an unknown code is no obstacle; the same mailbox is flagged', async () => {
    const referrer = await signUpShopper(api, { email: `mama.put${randomUUID()}@example.com` });
    const friend = await signUpShopper(api, { referralCode: ` ${referrer.referralCode.toLowerCase()} ` });
    const alias = referrer.email.replace('mama.put', 'mamaput').replace('@', '+shop@');
    const self = await signUpShopper(api, { email: alias, referralCode: referrer.referralCode });
    const stranger = await signUpShopper(api, { referralCode: 'ZZZZZZZZ' });
    const rows = await api.db.query(
      `SELECT referee_id AS id, flags FROM referrals WHERE referee_id = ANY ($1) ORDER BY joined_at`,
      [[friend.id, self.id, stranger.id]],
    );
    expect(rows).toEqual([
      { id: friend.id, flags: [] },
      { id: self.id, flags: ['same_email'] },
    ]);
  });
});

test('a code that is passed round floods nobody: twenty sign-ups of a day are told', async () => {
  const referrer = await signUpShopper(api);
  const told = async () => {
    const rows = await api.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM outbox WHERE payload ->> 'fact' = 'new_referral' AND payload ->> 'userId' = $1`,
      [referrer.id],
    );
    return rows[0]?.n;
  };
  const join = () => signUpShopper(api, { referralCode: referrer.referralCode });
  for (let count = 0; count < 21; count += 1) await join();
  expect(await told()).toBe(20);
  const rows = await api.db.query('SELECT 1 FROM referrals WHERE referrer_id = $1', [referrer.id]);
  expect(rows).toHaveLength(21);
  await api.clock.advance(25 * 60 * 60_000);
  await join();
  expect(await told()).toBe(21);
});

describe('sign-in', () => {
  test('keeps the first 400 characters of what the browser calls itself', async () => {
    const { email, password, id } = await signUpShopper(api);
    const headers = { 'user-agent': `Phone ${'x'.repeat(500)}` };
    expect((await post('login', { email, password }, { headers })).status).toBe(200);
    const kept = await api.db.query<{ name: string }>(
      'SELECT user_agent AS name FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
      [id],
    );
    expect(kept).toEqual([{ name: `Phone ${'x'.repeat(394)}` }]);
  });

  test('gives the raw token and the profile', async () => {
    const shopper = await signUpShopper(api);
    const answer = await post<SignInReply>('login', {
      email: ` ${shopper.email.toUpperCase()} `,
      password: ` ${shopper.password} `,
      platform: 'web',
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Logged in successfully']);
    expect(answer.body.token).not.toMatch(/^Bearer/);
    expect(answer.body.user.id).toBe(shopper.id);
  });

  test('an unknown email and a wrong password are one answer', async () => {
    const shopper = await signUpShopper(api);
    const wrong = await post('login', { email: shopper.email, password: 'not the password' });
    const unknown = await post('login', { email: 'nobody@example.com', password: 'not the password' });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Invalid email or password');
    }
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  test('ends the session whose cookie came along', async () => {
    const shopper = await signUpShopper(api);
    await post(
      'login',
      { email: shopper.email, password: shopper.password },
      { headers: { cookie: `refresh=${shopper.cookies.refresh}` } },
    );
    const old = await post('refresh', {}, { headers: createSameOriginHeaders(api, shopper.cookies) });
    expect(old.status).toBe(401);
  });
});

test('behind https the session is a cookie that no subdomain and no plain page can plant', async () => {
  const secure = await startTestApi({ env: PUBLIC_SANDBOX_SETTINGS });
  try {
    const { email, password } = createSignUpBody();
    const signedUp = await secure.call({
      method: 'POST',
      url: '/api/auth/signup',
      body: { ...createSignUpBody(), email, password },
    });
    const cookies = [signedUp.headers['set-cookie']].flat().join('\n');
    expect(cookies).toMatch(
      /^__Host-refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/m,
    );
    const [, token = ''] = /__Host-refresh=([\w-]+)/.exec(cookies) ?? [];
    const [, xsrf = ''] = /XSRF-TOKEN=([\w-]+)/.exec(cookies) ?? [];
    const refreshWith = (cookie: string) =>
      secure.call({
        method: 'POST',
        url: '/api/auth/refresh',
        body: {},
        headers: { origin: 'https://ajora.example', cookie, 'x-xsrf-token': xsrf },
      });
    expect((await refreshWith(`refresh=${token}; XSRF-TOKEN=${xsrf}`)).status).toBe(401);
    expect((await refreshWith(`__Host-refresh=${token}; XSRF-TOKEN=${xsrf}`)).status).toBe(200);
  } finally {
    await secure.close();
  }
});

describe('refresh', () => {
  const refresh = (cookies: Record<string, string>): Promise<TestApiResponse<{ token: string }>> =>
    post('refresh', {}, { headers: createSameOriginHeaders(api, cookies) });

  test('the same token presented twice has the same successor, and that one works', async () => {
    const shopper = await signUpShopper(api);
    const answers = await Promise.all([refresh(shopper.cookies), refresh(shopper.cookies)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const [one, other] = answers.map((answer) => parseSetCookies(answer.headers['set-cookie']));
    expect(one?.refresh).toBe(other?.refresh);
    expect(one?.refresh).not.toBe(shopper.cookies.refresh);
    expect((await refresh(one ?? {})).status).toBe(200);
    const wallet = await api.call({ method: 'GET', url: '/api/wallet', token: answers[0]?.body.token ?? '' });
    expect(wallet.status).toBe(200);
  });

  test('an old token outside the grace kills the session and tells the owner', async () => {
    const shopper = await signUpShopper(api);
    const second = parseSetCookies((await refresh(shopper.cookies)).headers['set-cookie']);
    const third = parseSetCookies((await refresh(second)).headers['set-cookie']);
    expect((await refresh(shopper.cookies)).status).toBe(200);
    await api.db.query(
      `UPDATE refresh_tokens SET presented_at = presented_at - interval '31 seconds'
       WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)`,
      [shopper.id],
    );
    expect((await refresh(shopper.cookies)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
    const told = await api.db.query(
      `SELECT 1 FROM outbox WHERE payload ->> 'fact' = 'security' AND payload ->> 'userId' = $1`,
      [shopper.id],
    );
    expect(told).toHaveLength(1);
    const noted = await api.db.query(`SELECT reason FROM audit_log WHERE action = 'session.revoked'`);
    expect(noted).toEqual([{ reason: 'a used refresh token came back' }]);
  });

  test('without a cookie, with a made-up one, or past its time: 401', async () => {
    expect((await refresh({})).status).toBe(401);
    expect((await refresh({ refresh: 'made-up' })).status).toBe(401);
    const shopper = await signUpShopper(api);
    await api.db.query(
      `UPDATE sessions SET absolute_expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [shopper.id],
    );
    expect((await refresh(shopper.cookies)).status).toBe(401);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['a form', { 'content-type': 'text/plain' }],
    ['a wrong X-XSRF-TOKEN', { 'x-xsrf-token': 'guess' }],
  ])('is refused for %s, and the session lives on', async (_name, wrong) => {
    const shopper = await signUpShopper(api);
    const headers = { ...createSameOriginHeaders(api, shopper.cookies), ...wrong };
    for (const url of ['refresh', 'logout']) {
      const answer = await api.inject({ method: 'POST', url: `/api/auth/${url}`, headers, payload: '{}' });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect([401, 403]).not.toContain(answer.statusCode);
    }
    expect((await refresh(shopper.cookies)).status).toBe(200);
  });
});

test('signing out ends the session and clears the cookies, also when there is none', async () => {
  const shopper = await signUpShopper(api);
  const headers = createSameOriginHeaders(api, shopper.cookies);
  const answer = await post('logout', {}, { headers });
  expect(answer.status).toBe(200);
  expect(parseSetCookies(answer.headers['set-cookie'])).toEqual({ refresh: '', 'XSRF-TOKEN': '' });
  expect((await post('refresh', {}, { headers })).status).toBe(401);
  expect((await post('logout', {}, { headers: createSameOriginHeaders(api, {}) })).status).toBe(200);
});

test('a sign-out or a renewal that comes late, of a session that ended, leaves the cookies of the next one', async () => {
  const shopper = await signUpShopper(api);
  const headers = createSameOriginHeaders(api, shopper.cookies);
  expect((await post('logout', {}, { headers })).status).toBe(200);
  // Another tab of the phone still sends the old cookie, and its answer must not remove the cookie of a newer sign-in.
  for (const [call, status] of [
    ['logout', 200],
    ['refresh', 401],
  ] as const) {
    const late = await post(call, {}, { headers });
    expect(late.status).toBe(status);
    expect(late.headers['set-cookie']).toBeUndefined();
  }
});

test('the paths without the prefix are the same calls', async () => {
  const shopper = await signUpShopper(api);
  const answer = await api.call({
    method: 'POST',
    url: '/auth/refresh',
    body: {},
    headers: createSameOriginHeaders(api, shopper.cookies),
  });
  expect(answer.status).toBe(200);
});

describe('the profile', () => {
  test('a name is changed, the answer repeated under its key', async () => {
    const shopper = await signUpShopper(api);
    const idempotencyKey = randomUUID();
    const change = (name: string): Promise<TestApiResponse<{ user: { name: string }; message: string }>> =>
      api.call({
        method: 'PATCH',
        url: '/api/auth/update-name',
        body: { name },
        token: shopper.token,
        idempotencyKey,
      });
    expect((await change(' Ada O. Obi ')).body.user.name).toBe('Ada O. Obi');
    const again = await change(' Ada O. Obi ');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await change('Eve')).status).toBe(400);
    const empty = await api.call({
      method: 'PATCH',
      url: '/api/auth/update-name',
      body: { name: ' ' },
      token: shopper.token,
    });
    expect([empty.status, empty.body.message]).toEqual([400, 'Name is required']);
  });

  test('the choice to be named in pop-ups is kept', async () => {
    const shopper = await signUpShopper(api);
    const answer = await api.call({
      method: 'PATCH',
      url: '/api/auth/preferences',
      body: { socialProof: false },
      token: shopper.token,
    });
    expect(answer.body).toMatchObject({ user: { id: shopper.id, socialProof: false } });
  });

  test.each([
    ['PATCH', '/api/auth/update-name'],
    ['PATCH', '/api/auth/preferences'],
    ['PATCH', '/api/auth/update-recovery-key'],
    ['GET', '/api/account/export'],
    ['DELETE', '/api/account'],
  ] as const)('%s %s is for signed-in shoppers', async (method, url) => {
    const answer = await api.call({ method, url, ...(method === 'GET' ? {} : { body: {} }) });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
  });
});
