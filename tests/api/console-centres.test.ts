import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CENTRE_HOLIDAYS_MAX, CENTRE_ORDERS_PER_DAY_MAX } from '#contract/limits.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

/** The calls of the console's screen of pickup centres. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
let ops: SignedInTestOperator;
let support: SignedInTestOperator;
beforeAll(async () => {
  ops = await signInTestOperator(api, 'ngozi', 'ops');
  support = await signInTestOperator(api, 'sade', 'support');
});
beforeEach(() => api.db.query('UPDATE pickup_centres SET active = false, is_default = false'));

const fields = {
  name: 'Ikeja Centre',
  state: 'Lagos',
  city: 'Ikeja',
  address: '1 Allen Avenue',
  hours: 'Monday-Saturday 9am-6pm WAT',
};
const NO_CALENDAR = {
  ...{ monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' },
  ...{ holidays: {}, ordersPerDay: null },
};
let made = 0;
const newCode = () => `LAG-${++made}`;
const post = (url: string, body?: object, headers?: Record<string, string>) =>
  ops.call<{ message?: string }>('POST', `/api/ops/pickup/${url}`, body, headers);
const add = async (more: object = {}) => {
  const centre = newCode();
  expect((await post('centres', { centre, ...fields, ...more })).status).toBe(200);
  return centre;
};
const stored = async (code: string) =>
  (await ops.call<{ data: { code: string }[] }>('GET', '/api/ops/pickup/centres')).body.data.find(
    (centre) => centre.code === code,
  );
const rowsOf = (code: string) =>
  api.db.query('SELECT action, before, after FROM audit_log WHERE target = $1 ORDER BY id', [
    `centre:${code}`,
  ]);

test('a centre is added and changed with an audit row each, and a new default replaces the old', async () => {
  const first = await add({ isDefault: true });
  const second = await add({ name: 'Yaba Centre' });
  expect(await stored(first)).toEqual({
    code: first,
    ...fields,
    ...NO_CALENDAR,
    isDefault: true,
    active: true,
  });
  expect((await post(`${second}/edit`, { hours: 'Sunday', isDefault: true })).status).toBe(200);
  expect(await stored(second)).toMatchObject({ name: 'Yaba Centre', hours: 'Sunday', isDefault: true });
  expect(await stored(first)).toMatchObject({ isDefault: false });
  expect(await rowsOf(second)).toMatchObject([
    { action: 'centre.add', before: null, after: { name: 'Yaba Centre' } },
    { action: 'centre.edit', before: { hours: fields.hours }, after: { hours: 'Sunday' } },
  ]);
});

test('a centre whose edit is undone with the fields of the list is as before, and the log has both', async () => {
  for (const hours of [{}, { hours: undefined, monday: '09:00-18:00', holidays: { '2026-12-25': '' } }]) {
    const centre = await add({ ...hours, isDefault: true });
    const before = await stored(centre);
    const { code: _code, active: _active, ...listed } = before as unknown as Record<string, unknown>;
    const edits = [{ name: 'Yaba', monday: '10:00-12:00', tuesday: '10:00-12:00', holidays: {} }, listed];
    for (const edit of edits) expect((await post(`${centre}/edit`, edit)).body.message).toBeUndefined();
    expect(await stored(centre)).toEqual(before);
    expect(await rowsOf(centre)).toMatchObject(
      ['centre.add', 'centre.edit', 'centre.edit'].map((action) => ({ action })),
    );
    expect((await post(`${centre}/deactivate`, {})).status).toBe(409);
    await add();
    expect((await post(`${centre}/deactivate`, {})).status).toBe(200);
    expect((await post(`${centre}/edit`, listed)).status).toBe(200);
    expect(await stored(centre)).toEqual(before);
    await api.db.query('UPDATE pickup_centres SET active = false, is_default = false');
  }
});

test('a repeat with the same key changes nothing', async () => {
  const centre = newCode();
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => post('centres', { centre, ...fields }, headers);
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect(await rowsOf(centre)).toHaveLength(1);
});

test('two at once cannot add the same code', async () => {
  const centre = newCode();
  const answers = await Promise.all([1, 2].map(() => post('centres', { centre, ...fields })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await rowsOf(centre)).toHaveLength(1);
});

test('bad fields, a taken code and an unknown one are refused in the words of the import', async () => {
  const centre = await add();
  const refused = async (url: string, body: object) => {
    const { status, body: answer } = await post(url, body);
    expect(status).toBeGreaterThanOrEqual(400);
    return answer.message;
  };
  expect(await refused('centres', { centre, ...fields })).toBe(
    'Nothing was saved. code: another centre has this code.',
  );
  expect(await refused('centres', { centre: 'lag yab', ...fields })).toBe(
    'Nothing was saved. code: only A-Z, 0-9 and single dashes between them.',
  );
  expect(await refused('NEVER/edit', { hours: 'Sunday' })).toBe(
    'Nothing was saved. code: no centre has this code.',
  );
  expect(await rowsOf(centre)).toHaveLength(1);
});

test('support reads the centres and changes none', async () => {
  const centre = await add();
  expect((await support.call('GET', '/api/ops/pickup/centres')).status).toBe(200);
  const tries = [
    support.call('POST', '/api/ops/pickup/centres', { centre: newCode(), ...fields }),
    support.call('POST', `/api/ops/pickup/${centre}/edit`, { hours: 'Sunday' }),
    support.call('POST', `/api/ops/pickup/${centre}/deactivate`),
  ];
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403]);
});

test('a centre is closed unless it is the only one or orders wait there', async () => {
  const centre = await add({ isDefault: true });
  const only = await post(`${centre}/deactivate`);
  expect(only.body.message).toBe(`${centre} is the only pickup centre in use. Add another one first.`);
  expect(await stored(centre)).toMatchObject({ active: true });
  const product = await addTestProduct(api, { priceNaira: 1_000, baseNaira: 1_000, minUnits: 10 });
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 2_000);
  await payFromWalletThroughApi(api, shopper, product, 1);
  const other = await add();
  expect((await post(`${centre}/deactivate`)).body.message).toBe(
    `1 order at ${centre} must be handed out or refunded first.`,
  );
  expect((await post(`${other}/deactivate`)).status).toBe(200);
  expect(await stored(other)).toMatchObject({ active: false });
  expect((await post(`${other}/edit`, { hours: 'Sunday' })).status).toBe(200);
  expect(await stored(other)).toMatchObject({ active: true, hours: 'Sunday' });
});

test('the days of a centre make its hours, which are written again once every day is closed', async () => {
  const centre = await add({
    monday: '9:00-18:00',
    sunday: 'closed',
    holidays: { '2026-12-25': ' Christmas ' },
  });
  const hours = 'Mon 9:00–18:00, closed Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday';
  expect(await stored(centre)).toMatchObject({
    ...{ hours, monday: '09:00-18:00', tuesday: '', holidays: { '2026-12-25': 'Christmas' } },
  });
  expect((await post(`${centre}/edit`, { hours: 'Sunday' })).body.message).toBe(
    'Nothing was saved. hours: the days make this text; to write it yourself, set every day to closed.',
  );
  expect((await post(`${centre}/edit`, { ordersPerDay: 40, tuesday: '9:00-18:00' })).status).toBe(200);
  expect(await stored(centre)).toMatchObject({
    hours: 'Mon–Tue 9:00–18:00, closed Wednesday, Thursday, Friday, Saturday and Sunday',
    ...{ ordersPerDay: 40, holidays: { '2026-12-25': 'Christmas' } },
  });
  const shut = {
    monday: 'closed',
    tuesday: 'closed',
    hours: 'By appointment',
    holidays: {},
    ordersPerDay: null,
  };
  expect((await post(`${centre}/edit`, shut)).status).toBe(200);
  expect(await stored(centre)).toMatchObject({ ...NO_CALENDAR, hours: 'By appointment' });
});

test('a calendar that means nothing is refused by its field', async () => {
  const centre = await add();
  const refused = async (body: object) => (await post(`${centre}/edit`, body)).body.message;
  const holiday = (day: string, reason = '') => ({ holidays: { [day]: reason } });
  expect(await refused({ friday: '18:00-9:00' })).toBe(
    'Nothing was saved. friday: type times like 9:00-18:00, or closed.',
  );
  expect(await refused(holiday('25 Dec'))).toBe(
    'Nothing was saved. holidays: 25 Dec is not a day such as 2026-12-25.',
  );
  expect((await post(`${centre}/edit`, holiday('2026-12-25', 'x'.repeat(60)))).status).toBe(200);
  expect((await post(`${centre}/edit`, holiday('2026-12-25', 'x'.repeat(61)))).status).toBe(400);
  const days = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, day) => [
        new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
        '',
      ]),
    );
  expect((await post(`${centre}/edit`, { holidays: days(CENTRE_HOLIDAYS_MAX) })).status).toBe(200);
  expect((await post(`${centre}/edit`, { holidays: days(CENTRE_HOLIDAYS_MAX + 1) })).status).toBe(400);
  expect((await post(`${centre}/edit`, { ordersPerDay: CENTRE_ORDERS_PER_DAY_MAX })).status).toBe(200);
  expect((await post(`${centre}/edit`, { ordersPerDay: CENTRE_ORDERS_PER_DAY_MAX + 1 })).status).toBe(400);
});
