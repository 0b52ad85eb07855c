import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductAlertsReply } from '#contract/schemas/group.ts';
import { eraseShopperData } from '../../server/features/auth/account/account-deletion-repository.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { readNotificationsOf } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let product: string;
let ada: SignedUpApiShopper;
let buyer: SignedUpApiShopper;

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, {
    title: 'Garri',
    slug: `garri-${randomUUID()}`,
    priceNaira: 100,
    minUnits: 10,
  });
  ada = await signUpShopper(api, { name: 'Ada Obi' });
  buyer = await signUpShopper(api, { name: 'Bola Ade' });
  for (const { id } of [ada, buyer]) await adjustTestWallet(api, id, 10_000);
});

const change = (method: 'POST' | 'DELETE', shopper = ada, id = product) =>
  api.call<ProductAlertsReply>({
    ...{ method, url: `/api/alerts/${id}`, token: shopper.token },
    ...(method === 'POST' && { body: {} }),
  });
const list = async (shopper = ada) =>
  (await api.call<ProductAlertsReply>({ method: 'GET', url: '/api/alerts', token: shopper.token })).body.data;
const join = (units: number, shopper = buyer) => payFromWalletThroughApi(api, shopper, product, units);
const told = async (shopper = ada) =>
  (await readNotificationsOf(api, shopper)).filter(({ title }) => /^Group Buy (Open|Almost)/.test(title));

test('who waits is told once that a group is open, and does not wait any longer', async () => {
  expect((await change('POST')).body.data).toEqual([product]);
  expect((await change('POST')).body.data).toEqual([product]);
  expect(await told()).toEqual([]);
  await join(1);
  const [first, ...others] = await told();
  expect(first).toMatchObject({
    category: 'group_buy',
    title: 'Group Buy Open',
    message: 'A group for Garri is open. You can join it now.',
    data: { path: expect.stringMatching(/^\/product\/garri-/) },
  });
  expect(others).toEqual([]);
  expect(await list()).toEqual([]);
  await join(8);
  expect(await told()).toHaveLength(1);
});

test('with an open group the shopper is told when it is 80 % full, by its true figure', async () => {
  await join(2);
  await change('POST');
  await join(5);
  expect(await told()).toEqual([]);
  await join(2);
  expect(await told()).toMatchObject([
    { title: 'Group Buy Almost Full', message: 'The group for Garri is 90% full. You can still join it.' },
  ]);
});

test('who asks when it is that full already waits for the next group', async () => {
  await join(9);
  await change('POST');
  await join(1);
  expect(await told()).toEqual([]);
  expect(await list()).toEqual([product]);
  await join(1);
  expect(await told()).toMatchObject([{ title: 'Group Buy Open' }]);
});

test('who opens the group is not told that it is open; one that nobody can join is not told of', async () => {
  await change('POST');
  await join(1, ada);
  expect(await told()).toEqual([]);
  expect(await list()).toEqual([product]);
  await join(9);
  expect(await told()).toEqual([]);
});

test('one tap ends it, for this shopper and product alone', async () => {
  await change('POST');
  await change('POST', buyer);
  expect((await change('DELETE')).body.data).toEqual([]);
  expect((await change('DELETE')).status).toBe(200);
  expect(await list(buyer)).toEqual([product]);
  await join(1);
  expect(await told()).toEqual([]);
});

test('an unknown or withdrawn product is refused', async () => {
  expect(await change('POST', ada, randomUUID())).toMatchObject({ status: 404 });
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [product]);
  expect(await change('POST')).toMatchObject({ status: 404, body: { code: 'product_not_found' } });
  expect((await change('POST', ada, 'x')).status).toBe(400);
});

test('the data export names it, and it goes with the account', async () => {
  await change('POST');
  const { body } = await api.call<{ awaitedGroups: unknown[] }>({
    method: 'GET',
    url: '/api/account/export',
    token: ada.token,
  });
  expect(JSON.stringify(body)).toContain('"awaitedGroups":[{"product":"Garri"');
  await api.db.transaction((tx) => eraseShopperData(tx, ada.id, ''));
  const left = await api.db.query('SELECT FROM product_alerts WHERE user_id = $1', [ada.id]);
  expect(left).toEqual([]);
});
