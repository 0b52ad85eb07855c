import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoints.ts';
import * as ownAccess from '../../contract/ops/access-endpoints.ts';
import { startTestApi } from '../support/api.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { callApiAsOperator, type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** Every call of the console is refused to those it is not for, before anything that they send is read. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));

const CONTRACT = new URL('../../contract/ops/', import.meta.url);
const files = readdirSync(CONTRACT);
const ALL: [string, Endpoint][] = [];
for (const name of files) ALL.push(...Object.entries<Endpoint>(await import(new URL(name, CONTRACT).href)));
/** Calls that need no signed-in operator. */
const DOORS = [
  ...['opsEnrolOperator', 'opsSignIn', 'opsStartPasskeySignIn'],
  ...['opsGetFirstOwnerAuthenticatorKey', 'opsCreateFirstOwner'],
];
const GUARDED = ALL.filter(([name]) => !DOORS.includes(name));
/** Calls that every signed-in operator may make. */
const OF_ALL = ['opsGetSession', 'opsSignOut', ...Object.keys(ownAccess)];
/** For each limited call a role that may not make it. */
const NOT_FOR: Record<string, 'support' | 'ops' | 'finance'> = {
  opsUnlockPickupCode: 'finance',
  opsStartGroupReview: 'support',
  opsResumeGroup: 'support',
  opsMarkGroupSecured: 'support',
  opsFailGroup: 'support',
  opsListRecoveryRequests: 'finance',
  opsApproveRecoveryRequest: 'finance',
  opsRejectRecoveryRequest: 'finance',
  opsAcceptFlaggedReferral: 'support',
  opsBlockFlaggedReferral: 'support',
  opsRetryDeadOutboxRows: 'support',
  opsRunJob: 'support',
  opsCloseDeadOutboxRows: 'support',
  opsGrantGoodwillCredit: 'support',
  opsRefundOrderLine: 'support',
  opsRefundCardPayment: 'ops',
  opsRefundGroup: 'ops',
  opsRetryPaymentSettlement: 'support',
  opsListReconciliationItems: 'ops',
  opsRunReconciliation: 'support',
  opsResolveReconciliationItem: 'support',
  opsGetMonthlyAccounts: 'support',
  opsGetDailyCentreReport: 'support',
  opsExportLedger: 'ops',
  opsLockShopper: 'finance',
  opsUnlockShopper: 'finance',
  opsRemoveShopperPhoneNumber: 'ops',
  opsListShopperSecurityEvents: 'finance',
  opsExportShopperData: 'ops',
  opsGetPickupList: 'finance',
  opsListPickupMessageLinks: 'finance',
  opsMoveBatches: 'support',
  opsHandOutOrder: 'support',
  opsAddOperator: 'support',
  opsResetOperatorCredentials: 'ops',
  opsRemoveOperator: 'finance',
  opsAddProduct: 'support',
  opsEditProduct: 'support',
  opsActivateProduct: 'support',
  opsDeactivateProduct: 'finance',
  opsImportProducts: 'support',
  opsAddProductImage: 'finance',
  opsSetShopSetting: 'support',
  opsSetMarketingClaims: 'finance',
};

const urlOf = ({ path }: Endpoint) =>
  `${path.replace(':userId', '018f0000-0000-7000-8000-000000000000').replace(/:\w+/g, 'GB-00000000')}?q=ada`;
const methodOf = ({ method }: Endpoint) => method as 'GET' | 'POST';
const bodyOf = ({ method }: Endpoint) =>
  method === 'GET' ? undefined : { reason: 'r', name: 'ada', secret: 's', password: 'p', code: 'c' };

const people = new Map<string, SignedInTestOperator>();
const person = (role: string) => people.get(role) as SignedInTestOperator;
beforeAll(async () => {
  for (const role of ['support', 'ops', 'finance'] as const)
    people.set(role, await signInTestOperator(api, `${role}-person`, role));
});

const acts = async () =>
  (await api.db.query(`SELECT 1 FROM audit_log WHERE action NOT LIKE 'console.%'`)).length;

test('every call under /api/ops that the server has is known here', () => {
  const places: string[] = [];
  const served: string[] = [];
  for (const line of api.app.printRoutes().split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    places.splice(indent.length / 4, places.length, part);
    const path = places.join('');
    if (!methods || !path.startsWith('/api/ops')) continue;
    for (const method of methods.split(', ')) if (method !== 'HEAD') served.push(`${method} ${path}`);
  }
  expect(served.sort()).toEqual(ALL.map(([, { method, path }]) => `${method} ${path}`).sort());
});

test.each(GUARDED)('%s is refused without a session', async (_, endpoint) => {
  const before = await acts();
  const request = { method: methodOf(endpoint), url: urlOf(endpoint), body: bodyOf(endpoint) };
  expect((await callApiAsOperator(api, request)).status).toBe(401);
  expect((await callApiAsOperator(api, { ...request, cookie: `ops=${'A'.repeat(43)}` })).status).toBe(401);
  expect(await acts()).toBe(before);
});

test.each(GUARDED)("%s is refused with a shopper's token and cookies", async (_, endpoint) => {
  const shopper = await signUpShopper(api);
  const signedIn = await api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: shopper.email, password: shopper.password },
  });
  const cookie = [signedIn.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]);
  const answer = await callApiAsOperator(api, {
    method: methodOf(endpoint),
    url: urlOf(endpoint),
    body: bodyOf(endpoint),
    cookie: [...cookie, `ops=${shopper.token}`].join('; '),
    headers: { authorization: `Bearer ${shopper.token}` },
  });
  expect(answer.status).toBe(401);
});

test.each(ALL)('%s is refused from another origin, whoever is signed in', async (_, endpoint) => {
  const before = await acts();
  const { cookie } = person('support');
  const request = { method: methodOf(endpoint), url: urlOf(endpoint), body: bodyOf(endpoint), cookie };
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of strangers) {
    const answer = await callApiAsOperator(api, { ...request, headers });
    expect([answer.status, answer.body.code], JSON.stringify(headers)).toEqual([403, 'forbidden']);
  }
  if (endpoint.method !== 'GET') {
    const { method, url, body } = request;
    const answer = await api.call({ method, url, ...(body ? { body } : {}), headers: { cookie } });
    expect(answer.status, 'a write that does not say where it comes from').toBe(403);
  }
  expect(await acts()).toBe(before);
});

test.each(GUARDED.filter(([name]) => !OF_ALL.includes(name)))(
  '%s is refused to the wrong role',
  async (name, endpoint) => {
    const before = await acts();
    // A call that all three roles may make is tried with a role that does not exist.
    const role = NOT_FOR[name];
    const caller = person(role ?? 'support');
    if (!role) await api.db.query('ALTER TABLE operators DROP CONSTRAINT IF EXISTS operators_role_check');
    if (!role) await api.db.query(`UPDATE operators SET role = 'visitor' WHERE name = $1`, [caller.name]);
    try {
      const answer = await caller.call(methodOf(endpoint), urlOf(endpoint), bodyOf(endpoint));
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      expect(await acts()).toBe(before);
    } finally {
      await api.db.query(`UPDATE operators SET role = 'support' WHERE name = $1 AND role = 'visitor'`, [
        caller.name,
      ]);
    }
  },
);

test('a call from another origin, and one that the role does not allow, are security events', async () => {
  await api.db.query('DELETE FROM security_events');
  const { call, name } = person('support');
  const url = '/api/ops/goodwill';
  expect((await call('POST', url, {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await call('POST', url, {})).status).toBe(403);
  expect(await api.db.query('SELECT event, address, times FROM security_events ORDER BY event')).toEqual([
    { event: 'operator_forbidden', address: `operator:${name}`, times: 1 },
    { event: 'origin_refused', address: expect.not.stringContaining('127.0.0.1'), times: 1 },
  ]);
});

test('what somebody looks at and does has a row with who and from where', async () => {
  const shopper = await signUpShopper(api);
  const { call, name } = person('support');
  expect((await call('POST', '/api/ops/find', { q: shopper.email })).status).toBe(200);
  const page = await call<{ data: { email: string } }>('GET', `/api/ops/shoppers/${shopper.id}`);
  expect(page.body.data.email).toBe(shopper.email);
  const rows = await api.db.query(
    `SELECT action, target, ip FROM audit_log WHERE actor = $1 AND action NOT LIKE 'console.%' ORDER BY id DESC LIMIT 2`,
    [`operator:${name}`],
  );
  expect(rows).toEqual([
    { action: 'user.history', target: `user:${shopper.id}`, ip: '127.0.0.1' },
    { action: 'find', target: `user:${shopper.id}`, ip: '127.0.0.1' },
  ]);
});

test('a refusal of a command is told in its words', async () => {
  const { call } = person('support');
  const answer = await call('GET', '/api/ops/orders/GB-00000000');
  expect(answer).toMatchObject({ status: 409, body: { code: 'act_refused', message: /no order/ } });
});
