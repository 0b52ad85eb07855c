import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import {
  addTestOperator,
  callApiAsOperator,
  createOperatorTotpCode,
  decodeBase32,
  readSessionCookie,
  signInTestOperator,
  TEST_OPERATOR_PASSWORD,
} from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** An operator signs in to the console: first with the given secret, afterwards with a password and a code. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
const password = TEST_OPERATOR_PASSWORD;

const enrol = (body: object) =>
  callApiAsOperator<{ data: { totpSecret: string; recoveryCodes: string[] } }>(api, {
    method: 'POST',
    url: '/api/ops/enrol',
    body,
  });
const signIn = (name: string, code: string, secret = password) =>
  callApiAsOperator(api, { method: 'POST', url: '/api/ops/sign-in', body: { name, password: secret, code } });
const logOf = (name: string) =>
  api.db.query<{ action: string; ip: string | null; after: unknown }>(
    'SELECT action, ip, after FROM audit_log WHERE actor = $1 ORDER BY id',
    [`operator:${name}`],
  );
const REFUSED = { code: 'invalid_credentials', message: 'Name, password or code is wrong.' };

test('with the secret somebody gets a second factor, and with its code a session of 12 hours', async () => {
  const secret = await addTestOperator(api, 'ada', 'support');
  expect((await signIn('ada', '000000')).body).toMatchObject(REFUSED);
  expect((await enrol({ name: 'ada', secret: 'WRONG-SECRE-T0000-00000', password })).status).toBe(400);
  expect((await enrol({ name: 'ada', secret, password: 'short' })).body).toMatchObject({
    code: 'validation_failed',
  });
  const { status, body } = await enrol({ name: 'ada', secret: secret.toLowerCase(), password });
  expect(status).toBe(200);
  expect(body.data.recoveryCodes).toHaveLength(10);
  const totpSecret = decodeBase32(body.data.totpSecret);

  const answer = await signIn('ada', createOperatorTotpCode(totpSecret));
  expect(answer.body).toMatchObject({ success: true, data: { name: 'ada', role: 'support' } });
  const [cookie, device] = [answer.headers['set-cookie']].flat();
  expect(cookie).toMatch(/^ops=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(device).toMatch(/^device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  const session = await callApiAsOperator<{ data: { may: string[] } }>(api, {
    method: 'GET',
    url: '/api/ops/session',
    cookie: readSessionCookie(answer),
  });
  expect(session.body.data.may).toContain('recovery approve');
  expect(session.body.data.may).not.toContain('wallet goodwill');

  expect((await enrol({ name: 'ada', secret, password })).body).toMatchObject({ code: 'act_refused' });
  expect(await logOf('ada')).toEqual([
    { action: 'console.enrol', ip: '127.0.0.1', after: null },
    { action: 'console.sign-in', ip: '127.0.0.1', after: { factor: 'authenticator' } },
  ]);
});

test('a code is taken once, and none that is older than the last', async () => {
  const { totpSecret } = await signInTestOperator(api, 'bola', 'ops');
  const [used] = await api.db.query<{ step: string }>(
    `SELECT totp_step AS step FROM operators WHERE name = 'bola'`,
  );
  expect(Number(used?.step)).toBeGreaterThan(0);
  // The code of the next half minute is accepted, and only once.
  const next = createOperatorTotpCode(totpSecret, 1);
  expect((await signIn('bola', next)).status).toBe(200);
  expect((await signIn('bola', next)).body).toMatchObject(REFUSED);
  expect((await signIn('bola', createOperatorTotpCode(totpSecret))).body).toMatchObject(REFUSED);
});

test('of two who send the same code at once one comes in', async () => {
  const { totpSecret } = await signInTestOperator(api, 'twice', 'ops');
  const code = createOperatorTotpCode(totpSecret, 1);
  const answers = await Promise.all([signIn('twice', code), signIn('twice', code), signIn('twice', code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a recovery code works once, in any way it is typed; a wrong password makes nothing of either', async () => {
  const { recoveryCodes, totpSecret } = await signInTestOperator(api, 'chi', 'finance');
  const [code = '', other = ''] = recoveryCodes;
  expect((await signIn('chi', code, 'another long password')).body).toMatchObject(REFUSED);
  expect(
    (await signIn('chi', createOperatorTotpCode(totpSecret, 1), 'another long password')).body,
  ).toMatchObject(REFUSED);
  expect((await signIn('chi', code.toLowerCase().replace('-', ' '))).status).toBe(200);
  expect((await signIn('chi', code)).body).toMatchObject(REFUSED);
  expect((await signIn('bola', other)).body, 'of another person').toMatchObject(REFUSED);
  expect((await logOf('chi')).at(-1)?.after).toEqual({ factor: 'recovery code', codesLeft: 9 });
});

test('nothing that opens the console lies readable in the database', async () => {
  const { totpSecret, recoveryCodes, cookie } = await signInTestOperator(api, 'dayo', 'ops');
  const rows = await api.db.query(
    `SELECT o::text, s::text AS session, (SELECT string_agg(c::text, ' ') FROM operator_recovery_codes c) AS codes
     FROM operators o LEFT JOIN operator_sessions s USING (name)`,
  );
  const kept = JSON.stringify(rows);
  expect(kept).not.toContain(totpSecret.toString('hex'));
  expect(kept).not.toContain(cookie.split('=')[1]);
  expect(kept).not.toContain(password);
  for (const code of recoveryCodes) expect(kept).not.toContain(code.replace('-', ''));
});

test('signing out, a new secret and leaving each end the sessions', async () => {
  const session = { method: 'GET', url: '/api/ops/session' } as const;
  const out = await signInTestOperator(api, 'efe', 'ops');
  expect((await out.call('POST', '/api/ops/sign-out')).status).toBe(200);
  expect((await out.call('GET', session.url)).status).toBe(401);

  const reset = await signInTestOperator(api, 'femi', 'ops');
  await runOpsCommandInTest(api, 'operator', 'reset', 'femi', '--reason', 'lost the phone');
  expect((await reset.call('GET', session.url)).status).toBe(401);
  expect((await signIn('femi', reset.recoveryCodes[0] ?? '')).body).toMatchObject(REFUSED);
  expect((await signIn('femi', createOperatorTotpCode(reset.totpSecret, 1))).body).toMatchObject(REFUSED);

  const removed = await signInTestOperator(api, 'gbenga', 'ops');
  await runOpsCommandInTest(api, 'operator', 'remove', 'gbenga', '--reason', 'left');
  expect((await removed.call('GET', session.url)).status).toBe(401);
  expect((await signIn('gbenga', createOperatorTotpCode(removed.totpSecret, 1))).body).toMatchObject(REFUSED);

  const old = await signInTestOperator(api, 'hassan', 'ops');
  await api.db.query(`UPDATE operator_sessions SET expires_at = now() WHERE name = 'hassan'`);
  expect((await old.call('GET', session.url)).status).toBe(401);
});

test.each([
  ['support', 60],
  ['ops', 60],
  ['finance', 30],
  ['owner', 30],
] as const)('a session of %s that nobody uses for %s minutes has ended', async (role, minutes) => {
  const { call } = await signInTestOperator(api, `idle-${role}`, role);
  const seen = (ago: number) =>
    api.db.query(
      `UPDATE operator_sessions SET last_seen_at = now() - make_interval(mins => $2) WHERE name = $1`,
      [`idle-${role}`, ago],
    );
  await seen(minutes - 1);
  expect((await call('GET', '/api/ops/operators')).status).toBe(200);
  await seen(minutes + 1);
  expect((await call('GET', '/api/ops/operators')).status).toBe(401);
  expect((await call('GET', '/api/ops/session')).status).toBe(401);
});

test('a page that stays open and asks by itself keeps no session alive, a tap does', async () => {
  const { call } = await signInTestOperator(api, 'open-page', 'ops');
  const isLate = async () =>
    (
      await api.db.query(
        `SELECT 1 FROM operator_sessions WHERE name = 'open-page' AND last_seen_at < now() - interval '50 minutes'`,
      )
    ).length > 0;
  await api.db.query(
    `UPDATE operator_sessions SET last_seen_at = now() - interval '55 minutes' WHERE name = 'open-page'`,
  );
  for (const path of ['session', 'today']) expect((await call('GET', `/api/ops/${path}`)).status).toBe(200);
  expect(await isLate()).toBe(true);
  expect((await call('GET', '/api/ops/operators')).status).toBe(200);
  expect(await isLate()).toBe(false);
});

test('wrong tries are security events, and the door shuts', async () => {
  const shut = await startTestApi();
  try {
    await signInTestOperator(shut, 'ife', 'ops');
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const body = { name: 'ife', password: 'not the password', code: '123456' };
      statuses.push(
        (await callApiAsOperator(shut, { method: 'POST', url: '/api/ops/sign-in', body })).status,
      );
    }
    expect(statuses.at(0)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    const [event] = await shut.db.query<{ times: number }>(
      `SELECT times FROM security_events WHERE event = 'operator_refused' AND address = 'operator:ife'`,
    );
    expect(event?.times).toBeGreaterThan(5);
  } finally {
    await shut.close();
  }
});

test('a password with accents and codes that were pasted open the console from every keyboard', async () => {
  const secret = await addTestOperator(api, 'yemi', 'support');
  const chosen = 'ọ̀rẹ́ mi ní ọjà';
  const enrolled = await enrol({
    name: 'yemi',
    secret: `\u202a${secret.replaceAll('-', '\u2011')}\u202c`,
    password: chosen.normalize('NFD'),
  });
  expect(enrolled.status).toBe(200);
  const totpSecret = decodeBase32(enrolled.body.data.totpSecret);
  expect(
    (await signIn(' yemi\u200b', `\u200b${createOperatorTotpCode(totpSecret)}`, chosen.normalize('NFC')))
      .status,
  ).toBe(200);
});
