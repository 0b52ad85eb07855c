import { beforeAll, expect, test } from 'vitest';
import type { ShopConfig } from '../../contract/schemas/config.ts';
import { applyStoredSettings } from '../../server/features/catalogue/settings/stored-settings.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** What operators can change of the shop, and what only its environment can. */

const api = openFixtureForFile(() =>
  startTestApi({ env: { RATE_LIMIT_FACTOR: '100', CONTACT_EMAIL: 'mail@oja.example', DEMO: '0' } }),
);
let ops: SignedInTestOperator;
beforeAll(async () => {
  ops = await signInTestOperator(api, 'bola', 'ops');
});

const shown = async () =>
  (await api.call<{ data: ShopConfig }>({ method: 'GET', url: '/api/config' })).body.data;
const set = (setting: string, value?: string, key?: string) =>
  ops.call('POST', `/api/ops/settings/${setting}`, value === undefined ? {} : { value }, {
    ...(key ? { 'idempotency-key': key } : {}),
  });
interface Row {
  setting: string;
  value: string;
  variable: string | null;
  changedBy: string | null;
}
const list = async () => {
  const { body } = await ops.call<{ data: Row[] }>('GET', '/api/ops/settings');
  return new Map(body.data.map((row) => [row.setting, row]));
};
const log = (setting: string) =>
  api.db.query('SELECT actor, before, after FROM audit_log WHERE target = $1 ORDER BY id', [
    `settings:${setting}`,
  ]);

test('a change shows in the shop at once, in the list with its name, and in the log', async () => {
  const { phone } = (await shown()).contact;
  expect((await set('phone', '+234 803 555 0142')).status).toBe(200);
  expect((await set('brandName', 'Oja')).status).toBe(200);
  expect((await set('groupWindowHours', '24')).status).toBe(200);
  expect(await shown()).toMatchObject({
    ...{ brandName: 'Oja', groupWindowHours: 24 },
    contact: { phone: '+234 803 555 0142' },
  });
  expect((await list()).get('phone')).toMatchObject({ variable: null, changedBy: 'bola' });
  expect((await set('phone')).status).toBe(200);
  expect((await shown()).contact.phone).toBe(phone);
  const actor = 'operator:bola';
  expect(await log('phone')).toEqual([
    { actor, before: { value: null }, after: { value: '+234 803 555 0142' } },
    { actor, before: { value: '+234 803 555 0142' }, after: { value: null } },
  ]);
});

test('the hours of a group hold for groups that open later, without a restart', async () => {
  await set('groupWindowHours', '12');
  const id = await addTestProduct(api);
  const url = `/api/group/product/${id}`;
  const { body } = await api.call<{ data: { timeRemaining: number } }>({ method: 'GET', url });
  expect(body.data.timeRemaining).toBe(12 * 3_600_000);
});

test('what the environment sets is shown as set there and stays', async () => {
  expect((await list()).get('email')).toMatchObject({ value: 'mail@oja.example', variable: 'CONTACT_EMAIL' });
  const { status, body } = await set('email', 'other@oja.example');
  expect([status, body.message]).toEqual([
    409,
    'The environment of the shop sets this as CONTACT_EMAIL. Change it there and restart the shop.',
  ]);
  await api.db.query(`INSERT INTO settings (key, value) VALUES ('shop:email', '"stored@oja.example"')`);
  await applyStoredSettings(api.db, api.config);
  expect((await shown()).contact.email).toBe('mail@oja.example');
});

test('bad input gets a sentence and changes nothing', async () => {
  const before = await shown();
  for (const [setting, value, words] of [
    ['groupWindowHours', 'two days', /^It must be a number above 0/],
    ['groupWindowHours', '100000', /^It must be a number above 0/],
    ['groupWindowHours', '1.000', /^It must be hours such as 48 or 1\.5/],
    ['groupChatUrl', 'javascript:alert(1)', /^It must be a URL beginning with/],
    ['phone', 'ask Ngozi', /^It must be a telephone number/],
    ['brandName', 'x'.repeat(61), /^It must have at most 60 characters/],
  ] as const) {
    const { status, body } = await set(setting, value);
    expect([setting, status]).toEqual([setting, 409]);
    expect(body.message).toMatch(words);
  }
  expect((await set('publicUrl', 'x')).status).toBe(400);
  expect(await shown()).toEqual(before);
});

test('the same key is the same change, done once', async () => {
  await set('reply', 'Within a day.', 'one');
  await set('reply', 'Within an hour.');
  await set('reply', 'Within a day.', 'one');
  expect((await shown()).contact.reply).toBe('Within an hour.');
  expect(await log('reply')).toHaveLength(2);
});

test('a new shop claims no customers that it does not have, and its operator may choose', async () => {
  expect((await list()).get('claims')).toMatchObject({ value: 'computed', changedBy: null });
  expect((await shown()).claims.happyCustomers).toBe('');
  expect((await ops.call('POST', '/api/ops/claims', { mode: 'default' })).status).toBe(200);
  expect((await list()).get('claims')).toMatchObject({ value: 'default', changedBy: 'bola' });
});
