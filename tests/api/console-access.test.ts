import { expect, test } from 'vitest';
import type { PasskeySignature } from '../../contract/schemas/ops/access.ts';
import { startTestApi } from '../support/api.ts';
import {
  callApiAsOperator,
  createOperatorTotpCode,
  decodeBase32,
  readSessionCookie,
  type SignedInTestOperator,
  signInTestOperator,
  TEST_OPERATOR_PASSWORD,
} from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '../support/soft-passkey.ts';

/** Operators manage their own access to the console: passkeys, sessions, recovery codes, password. */

const PLACE = { origin: 'http://localhost:8080', rpId: 'localhost' };
const api = openFixtureForFile(() =>
  startTestApi({ env: { RATE_LIMIT_FACTOR: '100', PUBLIC_URL: PLACE.origin } }),
);
const password = TEST_OPERATOR_PASSWORD;
const WRONG = { code: 'invalid_credentials', message: 'Name, password or code is wrong.' };

interface Access {
  data: {
    sessions: { id: string; ip: string; isThis: boolean; lastSeenAt: string }[];
    passkeys: { id: string; label: string; usedAt: string | null }[];
    canAddPasskeys: boolean;
    hasAuthenticator: boolean;
    recoveryCodesLeft: number;
  };
}
interface Asked {
  data: { options: { challenge: string; allowCredentials?: { id: string }[] } };
}

const accessOf = async ({ call }: SignedInTestOperator) =>
  (await call<Access>('GET', '/api/ops/access')).body.data;
const post = (url: string, body: object) =>
  callApiAsOperator<Asked & { code?: string }>(api, { method: 'POST', url: `/api/ops/${url}`, body });
const signIn = (name: string, factor: { code: string } | { passkey: PasskeySignature }, secret = password) =>
  post('sign-in', { name, password: secret, ...factor });
const askAtDoor = async (name: string) =>
  (await post('sign-in/passkey', { name, password })).body.data.options;
const actsOf = async (name: string) =>
  (
    await api.db.query<{ action: string; ip: string }>(
      'SELECT action, ip FROM audit_log WHERE actor = $1 ORDER BY id DESC',
      [`operator:${name}`],
    )
  ).map(({ action, ip }) => `${action} ${ip}`);
const eventsOf = async (event: string, name: string) =>
  (
    await api.db.query<{ times: number }>(
      'SELECT times FROM security_events WHERE event = $1 AND address = $2',
      [event, `operator:${name}`],
    )
  ).reduce((sum, { times }) => sum + times, 0);

/** Adds a passkey to the signed-in operator, as the console's screen does. */
async function addPasskey({ call }: SignedInTestOperator, label = 'My key'): Promise<SoftwarePasskey> {
  const key = createSoftwarePasskey();
  const asked = await call<Asked>('POST', '/api/ops/access/passkey-options', { password });
  const passkey = key.make(asked.body.data.options, PLACE);
  const added = await call('POST', '/api/ops/access/passkeys', { label, passkey });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return key;
}

test('a passkey is made with the password, and opens the console in the place of a code', async () => {
  const ada = await signInTestOperator(api, 'ada', 'support');
  const wrong = { password: 'not the password' };
  expect((await ada.call('POST', '/api/ops/access/passkey-options', wrong)).body).toMatchObject({
    code: 'invalid_credentials',
  });
  const key = await addPasskey(ada, '  Blue key ');
  expect(await accessOf(ada)).toMatchObject({
    passkeys: [{ label: 'Blue key', usedAt: null }],
    canAddPasskeys: true,
    hasAuthenticator: true,
  });
  const options = await askAtDoor('ada');
  expect(options.allowCredentials).toHaveLength(1);
  const answer = await signIn('ada', { passkey: key.sign(options, PLACE) });
  expect(answer.body).toMatchObject({ data: { name: 'ada' } });
  const acts = await actsOf('ada');
  expect(acts.slice(0, 2)).toEqual(['console.sign-in 127.0.0.1', 'console.add-passkey 127.0.0.1']);
  expect((await accessOf(ada)).passkeys[0]?.usedAt).not.toBeNull();
});

test('a signature is taken once, of what was asked, from our own page', async () => {
  const bola = await signInTestOperator(api, 'bola', 'ops');
  const chi = await signInTestOperator(api, 'chi', 'ops');
  const key = await addPasskey(bola);
  const others = await addPasskey(chi);
  const options = await askAtDoor('bola');
  const passkey = key.sign(options, PLACE);
  expect((await signIn('bola', { passkey })).status).toBe(200);
  expect((await signIn('bola', { passkey })).body, 'again').toMatchObject(WRONG);

  const next = async () => askAtDoor('bola');
  const refused: [string, PasskeySignature][] = [
    ['what nobody asked', key.sign({ challenge: 'A'.repeat(43) }, PLACE)],
    ['elsewhere', key.sign(await next(), { ...PLACE, origin: 'https://evil.example' })],
    ['for another shop', key.sign(await next(), { ...PLACE, rpId: 'evil.example' })],
    ["another person's", others.sign(await next(), PLACE)],
    ['asked of another person', key.sign(await askAtDoor('chi'), PLACE)],
    ['of a stranger', createSoftwarePasskey().sign(await next(), PLACE)],
  ];
  for (const [what, one] of refused)
    expect((await signIn('bola', { passkey: one })).body, what).toMatchObject(WRONG);

  const old = key.sign(await next(), PLACE);
  await api.db.query('UPDATE operator_challenges SET expires_at = now()');
  expect((await signIn('bola', { passkey: old })).body, 'too late').toMatchObject(WRONG);
  const unproven = key.sign(await next(), PLACE);
  expect((await signIn('bola', { passkey: unproven }, 'another long password')).body).toMatchObject(WRONG);
  expect((await signIn('bola', { passkey: unproven })).status, 'nothing came of it').toBe(200);
  const twice = key.sign(await next(), PLACE);
  const answers = await Promise.all([twice, twice, twice].map((one) => signIn('bola', { passkey: one })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await eventsOf('operator_refused', 'bola')).toBeGreaterThanOrEqual(9);
});

test('what was made for a challenge that was not asked, or asked for signing in, is no passkey', async () => {
  const person = await signInTestOperator(api, 'dayo', 'ops');
  await addPasskey(person);
  const add = (options: { challenge: string }, key = createSoftwarePasskey()) =>
    person.call('POST', '/api/ops/access/passkeys', { label: 'x', passkey: key.make(options, PLACE) });
  expect((await add({ challenge: 'A'.repeat(43) })).body).toMatchObject({ code: 'act_refused' });
  expect((await add(await askAtDoor('dayo'))).body).toMatchObject({ code: 'act_refused' });
  const asked = await person.call<Asked>('POST', '/api/ops/access/passkey-options', { password });
  const key = createSoftwarePasskey();
  expect((await add(asked.body.data.options, key)).status).toBe(200);
  expect((await add(asked.body.data.options, key)).body).toMatchObject({ code: 'act_refused' });
  expect((await accessOf(person)).passkeys).toHaveLength(2);
});

test('a counter that goes back is refused, and is a security event', async () => {
  const person = await signInTestOperator(api, 'efe', 'ops');
  const key = await addPasskey(person);
  expect((await signIn('efe', { passkey: key.sign(await askAtDoor('efe'), PLACE, 7) })).status).toBe(200);
  for (const counter of [7, 3])
    expect(
      (await signIn('efe', { passkey: key.sign(await askAtDoor('efe'), PLACE, counter) })).body,
    ).toMatchObject(WRONG);
  expect(await eventsOf('operator_passkey_copied', 'efe')).toBe(2);
  expect((await signIn('efe', { passkey: key.sign(await askAtDoor('efe'), PLACE, 8) })).status).toBe(200);
});

test('a removed passkey opens nothing, and the last second factor stays', async () => {
  const person = await signInTestOperator(api, 'femi', 'ops');
  const refusal = { code: 'act_refused', message: 'This is your last second factor. Add another one first.' };
  const removeAuthenticator = () => person.call('POST', '/api/ops/access/authenticator/remove', { password });
  expect((await removeAuthenticator()).body).toMatchObject(refusal);

  const [one, two] = [await addPasskey(person, 'one'), await addPasskey(person, 'two')];
  const idOf = async (label: string) =>
    (await accessOf(person)).passkeys.find((passkey) => passkey.label === label)?.id;
  const remove = async (label: string, secret = password) =>
    person.call('POST', `/api/ops/access/passkeys/${await idOf(label)}/remove`, { password: secret });
  const signed = one.sign(await askAtDoor('femi'), PLACE);
  expect((await remove('one', 'not the password')).status).toBe(400);
  expect((await remove('one')).status).toBe(200);
  expect((await signIn('femi', { passkey: signed })).body).toMatchObject(WRONG);

  expect((await removeAuthenticator()).status).toBe(200);
  expect((await signIn('femi', { code: createOperatorTotpCode(person.totpSecret, 1) })).body).toMatchObject(
    WRONG,
  );
  expect((await remove('two')).body).toMatchObject(refusal);
  expect((await signIn('femi', { passkey: two.sign(await askAtDoor('femi'), PLACE) })).status).toBe(200);
  expect((await actsOf('femi')).slice(1, 3)).toEqual([
    'console.remove-authenticator 127.0.0.1',
    'console.remove-passkey 127.0.0.1',
  ]);
});

test('another authenticator takes the place of the first once its code was typed, and ends the other sessions', async () => {
  const person = await signInTestOperator(api, 'folake', 'finance');
  const cookie = readSessionCookie(await signIn('folake', { code: person.recoveryCodes[0] ?? '' }));
  const made = await person.call<{ data: { totpSecret: string; totpUri: string } }>(
    'GET',
    '/api/ops/access/new-authenticator',
  );
  const { totpSecret, totpUri } = made.body.data;
  expect(new URL(totpUri).searchParams.get('secret')).toBe(totpSecret);
  const next = decodeBase32(totpSecret);
  const replace = (body: object) =>
    person.call('POST', '/api/ops/access/authenticator', { password, totpSecret, ...body });
  const code = createOperatorTotpCode(next);
  const refused: [string, object, string][] = [
    ['a wrong code', { code: code === '000000' ? '000001' : '000000' }, 'validation_failed'],
    ['a code of the old key', { code: createOperatorTotpCode(person.totpSecret) }, 'validation_failed'],
    ['a wrong password', { code, password: 'not the password' }, 'invalid_credentials'],
    ['a short key', { code, totpSecret: totpSecret.slice(0, 16) }, 'validation_failed'],
  ];
  for (const [what, body, error] of refused)
    expect((await replace(body)).body, what).toMatchObject({ code: error });
  // The refused calls have changed nothing: the code of the old authenticator key still signs in.
  expect((await signIn('folake', { code: createOperatorTotpCode(person.totpSecret, 1) })).status).toBe(200);

  expect((await replace({ code })).status).toBe(200);
  expect((await callApiAsOperator(api, { method: 'GET', url: '/api/ops/session', cookie })).status).toBe(401);
  expect((await signIn('folake', { code })).body, 'the proven code again').toMatchObject(WRONG);
  expect(
    (await signIn('folake', { code: createOperatorTotpCode(person.totpSecret, -1) })).body,
  ).toMatchObject(WRONG);
  expect((await signIn('folake', { code: createOperatorTotpCode(next, 1) })).status).toBe(200);
  expect(await actsOf('folake')).toContain('console.replace-authenticator 127.0.0.1');
});

test('a passkey is given another name by whose it is', async () => {
  const [gina, other] = [
    await signInTestOperator(api, 'gina', 'ops'),
    await signInTestOperator(api, 'hauwa', 'ops'),
  ];
  await addPasskey(gina, 'old');
  const id = (await accessOf(gina)).passkeys[0]?.id;
  const rename = ({ call }: SignedInTestOperator, label: string) =>
    call('POST', `/api/ops/access/passkeys/${id}/label`, { label });
  expect((await rename(other, 'mine')).body).toMatchObject({ code: 'act_refused' });
  expect((await rename(gina, '   ')).body).toMatchObject({ code: 'validation_failed' });
  expect((await rename(gina, 'new')).status).toBe(200);
  expect((await accessOf(gina)).passkeys[0]?.label).toBe('new');
  expect(
    (await other.call('POST', `/api/ops/access/passkeys/${id}/remove`, { password })).body,
  ).toMatchObject({
    code: 'act_refused',
  });
});

test('sessions are seen and ended, one or all others, at once; nobody ends those of others', async () => {
  const ike = await signInTestOperator(api, 'ike', 'support');
  const other = await signInTestOperator(api, 'jide', 'support');
  const cookies: string[] = [];
  for (const code of ike.recoveryCodes.slice(0, 3))
    cookies.push(readSessionCookie(await signIn('ike', { code })));
  const isIn = async (cookie: string) =>
    (await callApiAsOperator(api, { method: 'GET', url: '/api/ops/session', cookie })).status === 200;
  const { sessions } = await accessOf(ike);
  expect(sessions.map(({ isThis, ip }) => `${isThis} ${ip}`)).toEqual([
    'true 127.0.0.1',
    ...Array(3).fill('false 127.0.0.1'),
  ]);
  const one = sessions.at(-1)?.id;
  expect((await other.call('POST', `/api/ops/access/sessions/${one}/end`)).body).toMatchObject({
    code: 'act_refused',
  });
  expect((await ike.call('POST', `/api/ops/access/sessions/${one}/end`)).status).toBe(200);
  expect((await Promise.all(cookies.map(isIn))).filter(Boolean)).toHaveLength(2);
  expect((await ike.call('POST', '/api/ops/access/other-sessions/end')).status).toBe(200);
  expect(await Promise.all([ike.cookie, ...cookies].map(isIn))).toEqual([true, false, false, false]);
  expect((await accessOf(other)).sessions).toHaveLength(1);
  expect((await actsOf('ike')).slice(0, 2)).toEqual([
    'console.end-other-sessions 127.0.0.1',
    'console.end-session 127.0.0.1',
  ]);
});

test('a session says when it was seen, and the next sign-in of the same browser takes its place', async () => {
  const person = await signInTestOperator(api, 'kemi', 'support');
  await api.db.query(
    `UPDATE operator_sessions SET last_seen_at = now() - interval '20 minutes' WHERE name = 'kemi'`,
  );
  const before = Date.now() - 60_000;
  await accessOf(person);
  expect(Date.parse((await accessOf(person)).sessions[0]?.lastSeenAt ?? '')).toBeGreaterThan(before);
  const [code = ''] = person.recoveryCodes;
  expect((await person.call('POST', '/api/ops/sign-in', { name: 'kemi', password, code })).status).toBe(200);
  expect((await person.call('GET', '/api/ops/session')).status).toBe(401);
});

test('recovery codes made anew are shown once, and the old ones open nothing', async () => {
  const person = await signInTestOperator(api, 'lami', 'finance');
  const renew = (secret: string) =>
    person.call<{ data: { recoveryCodes: string[] } }>('POST', '/api/ops/access/recovery-codes', {
      password: secret,
    });
  expect((await renew('not the password')).status).toBe(400);
  const { recoveryCodes } = (await renew(password)).body.data;
  expect(recoveryCodes).toHaveLength(10);
  expect((await signIn('lami', { code: person.recoveryCodes[0] ?? '' })).body).toMatchObject(WRONG);
  expect((await signIn('lami', { code: recoveryCodes[0] ?? '' })).status).toBe(200);
  expect((await accessOf(person)).recoveryCodesLeft).toBe(9);
  expect((await actsOf('lami'))[1]).toBe('console.renew-recovery-codes 127.0.0.1');
});

test('another password ends every other session, and no old one opens anything', async () => {
  const person = await signInTestOperator(api, 'musa', 'finance');
  const [code = '', later = '', last = ''] = person.recoveryCodes;
  const cookie = readSessionCookie(await signIn('musa', { code }));
  const newPassword = 'a longer road to the lagoon';
  const change = (body: object) => person.call('POST', '/api/ops/access/password', body);
  expect((await change({ password: 'not the password', newPassword })).status).toBe(400);
  expect((await change({ password, newPassword: 'short' })).body).toMatchObject({
    code: 'validation_failed',
  });
  expect((await change({ password, newPassword })).status).toBe(200);
  expect((await person.call('GET', '/api/ops/session')).status).toBe(200);
  expect((await callApiAsOperator(api, { method: 'GET', url: '/api/ops/session', cookie })).status).toBe(401);
  expect((await signIn('musa', { code: later })).body).toMatchObject(WRONG);
  expect((await signIn('musa', { code: last }, newPassword)).status).toBe(200);
  expect(await actsOf('musa')).toContain('console.change-password 127.0.0.1');
});

test('who is reset or removed has no passkey any more, and no session', async () => {
  for (const [name, command] of [
    ['nneka', 'reset'],
    ['obi', 'remove'],
  ] as const) {
    const person = await signInTestOperator(api, name, 'ops');
    const key = await addPasskey(person);
    const passkey = key.sign(await askAtDoor(name), PLACE);
    await runOpsCommandInTest(api, 'operator', command, name, '--reason', 'lost the phone');
    expect((await person.call('GET', '/api/ops/access')).status).toBe(401);
    expect((await signIn(name, { passkey })).body).toMatchObject(WRONG);
    expect(await api.db.query('SELECT 1 FROM operator_passkeys WHERE name = $1', [name])).toEqual([]);
  }
});

test('the password is not guessed at a session that was left open, nor at the door of passkeys', async () => {
  const shut = await startTestApi({ env: { PUBLIC_URL: PLACE.origin } });
  try {
    const { call, name } = await signInTestOperator(shut, 'pade', 'ops');
    const own: number[] = [];
    const door: number[] = [];
    const body = { password: 'not the password' };
    for (let n = 0; n < 16; n += 1)
      own.push((await call('POST', '/api/ops/access/recovery-codes', body)).status);
    for (let n = 0; n < 11; n += 1)
      door.push((await call('POST', '/api/ops/sign-in/passkey', { name, ...body })).status);
    expect([own.at(0), own.at(-1), door.at(0), door.at(-1)]).toEqual([400, 429, 400, 429]);
  } finally {
    await shut.close();
  }
});

test('a shop whose address is a number makes no passkeys, and says so', async () => {
  const numbered = await startTestApi({ env: { PUBLIC_URL: 'http://127.0.0.1:8080' } });
  try {
    const person = await signInTestOperator(numbered, 'qudus', 'ops');
    expect((await accessOf(person)).canAddPasskeys).toBe(false);
    expect((await person.call('POST', '/api/ops/access/passkey-options', { password })).body).toMatchObject({
      code: 'act_refused',
    });
  } finally {
    await numbered.close();
  }
});
