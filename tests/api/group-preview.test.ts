import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import { createCatalogueService } from '../../server/features/catalogue/catalogue-service.ts';
import { findGroupInvitation } from '../../server/features/groups/group-invitation-repository.ts';
import { failExpiredGroup } from '../../server/features/groups/group-moves.ts';
import { createGroupPreviewContentReader } from '../../server/group-preview-images.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let product: string;
let ada: SignedUpApiShopper;
let groupId: string;

const groupOf = async (productId: string) => {
  const [group] = await api.db.query<{ id: string }>('SELECT id FROM groups WHERE product_id = $1', [
    productId,
  ]);
  return group?.id ?? '';
};
const pathOf = async (group: string) => {
  const { body } = await api.call<{ data: GroupInvitation }>({
    method: 'GET',
    url: `/api/group/${group}/invitation`,
  });
  return body.data.previewImage ?? '';
};
const get = (url: string) => api.inject({ method: 'GET', url });
const readFigures = (group: string) =>
  createGroupPreviewContentReader(
    api.db,
    { invitation: findGroupInvitation },
    createCatalogueService(api.deps),
  )(group);

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, baseNaira: 1_500, minUnits: 10 });
  ada = await signUpShopper(api, { name: 'Ada Ngozi Obi' });
  await adjustTestWallet(api, ada.id, 50_000);
  await payFromWalletThroughApi(api, ada, product, 4);
  groupId = await groupOf(product);
});

test('a chat gets a JPEG of 1200 x 630 under an address that it may keep', async () => {
  const picture = await get(await pathOf(groupId));
  expect(picture.statusCode).toBe(200);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
  expect(picture.rawPayload.length).toBeLessThanOrEqual(60_000);
});

test('the figures are those of the product page: price, what is missing, until when', async () => {
  expect(await readFigures(groupId)).toEqual({
    title: 'Garri',
    image: null,
    offer: { priceLabel: 'Group price', price: '₦1,000', percent: 40 },
    state: 'Needs 6 items more',
    detail: expect.stringMatching(/^Open until \d+ \w{3} \d{4}, \d\d:\d\d WAT$/),
  });
  // A member whose payment is not made does not count.
  const bola = await signUpShopper(api, { name: 'Bola Ade' });
  await api.call({
    method: 'POST',
    url: '/api/cart/add',
    token: bola.token,
    body: { productId: product, quantity: 6, variant: 'group' },
  });
  expect(await readFigures(groupId)).toMatchObject({ state: 'Needs 6 items more' });
});

test('a full, a failed and an expired group say what became of them, and name no price', async () => {
  await payFromWalletThroughApi(api, ada, product, 6);
  expect(await readFigures(groupId)).toMatchObject({ offer: null, state: 'This group is full' });
  const other = await addTestProduct(api, { title: 'Beans', priceNaira: 1_000, minUnits: 10 });
  await payFromWalletThroughApi(api, ada, other, 1);
  const failed = await groupOf(other);
  await api.db.query("UPDATE groups SET deadline = app_now() - interval '2 hours' WHERE id = $1", [failed]);
  expect(await readFigures(failed)).toMatchObject({ offer: null, state: 'This group is closed' });
  await api.db.transaction((tx) => failExpiredGroup(tx, failed));
  expect(await readFigures(failed)).toMatchObject({
    offer: null,
    state: 'This group did not go through',
    detail: 'Everyone in it gets their money back.',
  });
  // A purchase after the failure joins the product's next group, so the failed group's page stays the same.
  await payFromWalletThroughApi(api, ada, other, 1);
  expect(await readFigures(failed)).toMatchObject({ state: 'This group did not go through' });
});

test('an earlier address shows the figures of today, and is not kept', async () => {
  const earlier = (await pathOf(groupId)).replace(/[0-9a-f]{12}\.jpg$/, '0123456789ab.jpg');
  const picture = await get(earlier);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers['cache-control']).toBe('public, max-age=60');
});

test.each([
  '',
  'x.jpg',
  `${randomUUID()}-0123456789ab.jpg`,
  `${randomUUID()}-0123456789ab.png`,
  '..%2f..%2fetc',
])('the address %j has no picture', async (file) => {
  expect((await get(`/pictures/group/${file}`)).statusCode).toBe(404);
});

test('a solo purchase and a withdrawn product have none', async () => {
  await payFromWalletThroughApi(api, ada, product, 1, { variant: 'solo' });
  const [solo] = await api.db.query<{ id: string }>("SELECT id FROM groups WHERE kind = 'solo'");
  expect((await get(`/pictures/group/${solo?.id}-0123456789ab.jpg`)).statusCode).toBe(404);
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [product]);
  expect(await readFigures(groupId)).toBeNull();
});
