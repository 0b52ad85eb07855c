import { beforeEach, expect, test } from 'vitest';
import { createFirstOwnerLink } from '../../server/ops/console/access/first-owner-service.ts';
import { startTestApi } from '../support/api.ts';
import {
  callApiAsOperator,
  createOperatorTotpCode,
  decodeBase32,
  readSessionCookie,
  TEST_OPERATOR_PASSWORD,
} from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

/** The start of a new shop prints a link that makes the first owner, once. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
const password = TEST_OPERATOR_PASSWORD;

beforeEach(async () => {
  await api.db.query('DELETE FROM operators');
  await api.db.query('DELETE FROM security_events');
});

const printLink = async () =>
  (await createFirstOwnerLink(api.db, api.config.publicUrl))?.split('#')[1] as string;
const post = <Data>(path: string, body: object) =>
  callApiAsOperator<{ data: Data; code?: string }>(api, { method: 'POST', url: `/api/ops/${path}`, body });

/** Asks for an authenticator key, or invents one where the shop gives none, and signs up with it. */
async function become(name: string, secret: string, { code }: { code?: string } = {}) {
  const key = await post<{ totpSecret: string }>('first-owner/key', { name, secret, password });
  const totpSecret = key.body.data?.totpSecret ?? 'A'.repeat(32);
  const owner = await post<{ secret: string; recoveryCodes: string[] }>('first-owner', {
    ...{ name, secret, password, totpSecret },
    code: code ?? createOperatorTotpCode(decodeBase32(totpSecret)),
  });
  return { key, owner, totpSecret: decodeBase32(totpSecret) };
}
const owners = async () =>
  (await api.db.query<{ name: string }>(`SELECT name FROM operators WHERE role = 'owner' ORDER BY name`)).map(
    ({ name }) => name,
  );
const ENDED = { status: 400, body: { code: 'invalid_credentials' } };

test('the link makes an owner who is signed in, can sign in again and may use the command line', async () => {
  const { owner, totpSecret } = await become('ngozi', await printLink());
  expect(owner.status).toBe(200);
  expect(owner.body.data.recoveryCodes).toHaveLength(10);
  const session = await callApiAsOperator(api, {
    method: 'GET',
    url: '/api/ops/session',
    cookie: readSessionCookie(owner),
  });
  expect(session.body).toMatchObject({ data: { name: 'ngozi', role: 'owner' } });
  const signIn = (code: string) => post('sign-in', { name: 'ngozi', password, code });
  expect((await signIn(createOperatorTotpCode(totpSecret))).status, 'the code of the page is used').toBe(400);
  expect((await signIn(createOperatorTotpCode(totpSecret, 1))).status).toBe(200);
  expect((await signIn(owner.body.data.recoveryCodes[0] ?? '')).status).toBe(200);
  expect(await runOpsCommandInTest(api, 'product', 'list')).toMatchObject({ ok: false });
  const log = await api.db.query(
    `SELECT actor, action, after, ip FROM audit_log WHERE target = 'operator:ngozi' ORDER BY id LIMIT 1`,
  );
  const after = { role: 'owner', by: 'the link of the start' };
  expect(log).toEqual([{ actor: 'system', action: 'operator.add', after, ip: '127.0.0.1' }]);
  expect(await api.db.query(`SELECT 1 FROM alarms WHERE kind = 'operator_changed'`)).toHaveLength(1);
  expect(await createFirstOwnerLink(api.db, api.config.publicUrl), 'no further link is printed').toBe(
    undefined,
  );
});

test('used twice it is refused, and it says nothing to a guess', async () => {
  const secret = await printLink();
  await become('ngozi', secret);
  const again = await become('stranger', secret);
  expect(again.key).toMatchObject(ENDED);
  expect(again.owner).toMatchObject(ENDED);
  expect(await owners()).toEqual(['ngozi']);
  const events = await api.db.query(`SELECT 1 FROM security_events WHERE event = 'operator_refused'`);
  expect(events.length).toBeGreaterThan(0);
});

test('of two who finish at once one becomes the owner', async () => {
  const secret = await printLink();
  const keys = await Promise.all(
    ['ada', 'bisi'].map((name) =>
      post<{ totpSecret: string }>('first-owner/key', { name, secret, password }),
    ),
  );
  const answers = await Promise.all(
    keys.map(({ body }, index) => {
      const { totpSecret } = body.data;
      const code = createOperatorTotpCode(decodeBase32(totpSecret));
      return post('first-owner', { name: ['ada', 'bisi'][index], secret, password, totpSecret, code });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await owners()).toHaveLength(1);
});

test('after 24 hours, and after the next start, it is refused', async () => {
  const secret = await printLink();
  await api.db.query(
    `UPDATE settings SET updated_at = now() - interval '24 hours' WHERE key = 'first_owner'`,
  );
  expect((await become('ngozi', secret)).owner).toMatchObject(ENDED);
  const newer = await printLink();
  expect((await become('ngozi', secret)).owner).toMatchObject(ENDED);
  expect((await become('ngozi', newer)).owner.status).toBe(200);
});

test('an owner of the command line ends it', async () => {
  const secret = await printLink();
  await runOpsCommandInTest(api, 'operator', 'add', 'olu', '--role', 'owner');
  expect((await become('ngozi', secret)).owner).toMatchObject(ENDED);
  expect(await owners()).toEqual(['olu']);
});

test('nobody gets in without the secret, from this machine or from another one; with it from both', async () => {
  const secret = await printLink();
  const from = (remoteAddress: string, typed: string) =>
    api.inject({
      ...{ method: 'POST', url: '/api/ops/first-owner/key', remoteAddress },
      headers: { origin: api.config.publicUrl },
      payload: { name: 'ngozi', secret: typed, password },
    });
  for (const address of ['127.0.0.1', '203.0.113.7']) {
    expect((await from(address, 'A'.repeat(20))).statusCode).toBe(400);
    expect((await from(address, '')).statusCode).toBe(400);
    expect((await from(address, secret)).statusCode).toBe(200);
  }
  const foreign = await api.inject({
    ...{ method: 'POST', url: '/api/ops/first-owner/key', headers: { origin: 'https://other.example' } },
    payload: { name: 'ngozi', secret, password },
  });
  expect(foreign.statusCode).toBe(403);
});

test('a wrong code, a weak password or a name that was used leaves the link valid and makes nobody', async () => {
  const secret = await printLink();
  expect((await become('ngozi', secret, { code: '000000' })).owner.body).toMatchObject({
    errors: [{ field: 'code' }],
  });
  const weak = await post('first-owner/key', { name: 'ngozi', secret, password: 'short' });
  expect(weak.body).toMatchObject({ errors: [{ field: 'password' }] });
  expect((await post('first-owner/key', { name: 'N Gozi', secret, password })).status).toBe(400);
  await api.db.query(`INSERT INTO operators (name, role, removed_at) VALUES ('gone', 'owner', now())`);
  expect((await become('gone', secret)).owner.body).toMatchObject({ errors: [{ field: 'name' }] });
  expect((await become('ngozi', secret)).owner.status).toBe(200);
});

test('the database has only the hash of the secret', async () => {
  const secret = await printLink();
  const rows = await api.db.query(`SELECT value::text FROM settings WHERE key = 'first_owner'`);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('the console of a shop without operators says what to do instead of asking for a sign-in', async () => {
  const session = () => callApiAsOperator(api, { method: 'GET', url: '/api/ops/session' });
  expect(await session()).toMatchObject({ status: 409, body: { code: 'no_operator' } });
  await become('ngozi', await printLink());
  expect(await session()).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});
