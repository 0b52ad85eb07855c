import { beforeAll, expect, test } from 'vitest';
import type { OpsShopperReply } from '#contract/schemas/ops/console.ts';
import type { OpsShopperSecurityEventsReply } from '#contract/schemas/ops/shopper.ts';
import { startTestApi } from '../support/api.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** The acts on the console's page of a shopper: each is done once and logged with its reason. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
let bisi: SignedInTestOperator;
let emeka: SignedInTestOperator;

beforeAll(async () => {
  bisi = await signInTestOperator(api, 'bisi', 'support');
  emeka = await signInTestOperator(api, 'emeka', 'ops');
});

let keys = 0;
const post = (person: SignedInTestOperator, path: string, body: object, key = `shopper-${++keys}`) =>
  person.call('POST', `/api/ops/${path}`, body, { 'idempotency-key': key });
const page = async ({ id }: SignedUpApiShopper) =>
  (await bisi.call<OpsShopperReply>('GET', `/api/ops/shoppers/${id}`)).body.data;
const rows = (action: string, { id }: SignedUpApiShopper) =>
  api.db.query('SELECT actor, reason, ip, before, after FROM audit_log WHERE action = $1 AND target = $2', [
    action,
    `user:${id}`,
  ]);
const signIn = async ({ email, password }: SignedUpApiShopper) =>
  (await api.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode;

test('a note is written once, stands on the page, and the log has no word of it', async () => {
  const shopper = await signUpShopper(api);
  const path = `shoppers/${shopper.id}/note`;
  for (let time = 0; time < 2; time += 1)
    expect((await post(bisi, path, { text: 'call after six' }, 'one note')).status).toBe(200);
  await post(emeka, path, { text: 'prefers Yaba' });
  expect((await page(shopper)).notes).toMatchObject([
    { note: 'prefers Yaba', by: 'operator:emeka' },
    { note: 'call after six', by: 'operator:bisi' },
  ]);
  expect(await rows('user.note', shopper)).toEqual([
    { actor: 'operator:bisi', reason: null, ip: '127.0.0.1', before: { notes: 0 }, after: { notes: 1 } },
    { actor: 'operator:emeka', reason: null, ip: '127.0.0.1', before: { notes: 1 }, after: { notes: 2 } },
  ]);
  expect((await post(bisi, path, { text: ' ' })).status).toBe(409);
});

test('a note is in the export, and is gone with the account', async () => {
  const shopper = await signUpShopper(api);
  await post(bisi, `shoppers/${shopper.id}/note`, { text: 'call after six' });
  const data = await bisi.call('GET', `/api/ops/shoppers/${shopper.id}/export`);
  expect(data.body.data).toMatchObject({ profile: { id: shopper.id }, notes: [{ note: 'call after six' }] });
  expect(await rows('user.export', shopper)).toMatchObject([{ actor: 'operator:bisi' }]);
  await api.call({
    ...{ method: 'DELETE', url: '/api/account', token: shopper.token },
    body: { password: shopper.password },
  });
  expect(await api.db.query('SELECT 1 FROM shopper_notes WHERE user_id = $1', [shopper.id])).toEqual([]);
});

test('an account is locked and let in again, each with a reason', async () => {
  const shopper = await signUpShopper(api);
  const { id } = shopper;
  expect((await post(bisi, `shoppers/${id}/lock`, { reason: 'stolen phone' })).status).toBe(200);
  expect([(await page(shopper)).locked, await signIn(shopper)]).toEqual([true, 400]);
  expect((await post(bisi, `shoppers/${id}/unlock`, { reason: 'they have it back' })).status).toBe(200);
  expect([(await page(shopper)).locked, await signIn(shopper)]).toEqual([false, 200]);
  expect(await rows('user.lock', shopper)).toMatchObject([
    { actor: 'operator:bisi', reason: 'stolen phone', before: { locked: false }, after: { locked: true } },
  ]);
  expect(await rows('user.unlock', shopper)).toMatchObject([{ reason: 'they have it back' }]);
  const events = await bisi.call<OpsShopperSecurityEventsReply>('GET', `/api/ops/shoppers/${id}/events`);
  expect(events.body.data.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['user.lock', 'user.unlock']),
  );
  const nobody = '018f0000-0000-7000-8000-000000000000';
  expect(await post(bisi, `shoppers/${nobody}/lock`, { reason: 'r' })).toMatchObject({
    status: 409,
    body: { message: /^There is no such shopper/ },
  });
});

test('a number is freed for its owner', async () => {
  const shopper = await signUpShopper(api);
  const body = { phone: shopper.phone, reason: 'its owner called' };
  expect((await post(emeka, 'free-phone', body)).status).toBe(403);
  expect((await post(bisi, 'free-phone', body)).status).toBe(200);
  expect((await page(shopper)).phone).not.toBe(shopper.phone);
  expect(await rows('user.free-phone', shopper)).toMatchObject([{ reason: 'its owner called' }]);
});
