import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import { failExpiredGroup } from '../../server/features/groups/group-moves.ts';
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
let code: string;

const codeOf = async (shopper: SignedUpApiShopper) => {
  const [row] = await api.db.query<{ code: string }>(
    'SELECT referral_code AS code FROM users WHERE id = $1',
    [shopper.id],
  );
  return row?.code ?? '';
};
const open = (group: string, ref?: string) =>
  api.call<{ data: GroupInvitation; code: string }>({
    method: 'GET',
    url: `/api/group/${group}/invitation${ref === undefined ? '' : `?ref=${ref}`}`,
  });

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, baseNaira: 1_500, minUnits: 10 });
  ada = await signUpShopper(api, { name: 'Ada Ngozi Obi' });
  await adjustTestWallet(api, ada.id, 20_000);
  await payFromWalletThroughApi(api, ada, product, 4);
  code = await codeOf(ada);
  const [group] = await api.db.query<{ id: string }>('SELECT id FROM groups WHERE product_id = $1', [
    product,
  ]);
  groupId = group?.id ?? '';
});

test('who opens the link reads whose group it is: a first name and nothing more', async () => {
  const { status, body } = await open(groupId, code.toLowerCase());
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      ...{ groupId, productId: product, status: 'active', sharedBy: 'Ada' },
      previewImage: expect.stringMatching(new RegExp(`^/pictures/group/${groupId}-[0-9a-f]{12}\\.jpg$`)),
    },
  });
});

test('the name is gone with the consent, and comes back with it', async () => {
  const agree = (socialProof: boolean) =>
    api.call({ method: 'PATCH', url: '/api/auth/preferences', token: ada.token, body: { socialProof } });
  await agree(false);
  expect((await open(groupId, code)).body.data).toMatchObject({ status: 'active', sharedBy: null });
  await agree(true);
  expect((await open(groupId, code)).body.data.sharedBy).toBe('Ada');
});

test('a code names nobody who is not, or no longer, in the group', async () => {
  const bola = await signUpShopper(api, { name: 'Bola Ade' });
  expect((await open(groupId, await codeOf(bola))).body.data.sharedBy).toBeNull();
  expect((await open(groupId)).body.data.sharedBy).toBeNull();
  expect((await open(groupId, 'NOBODY00')).body.data.sharedBy).toBeNull();
  await api.call({ method: 'POST', url: `/api/group/${groupId}/leave`, token: ada.token, body: {} });
  expect((await open(groupId, code)).body.data.sharedBy).toBeNull();
});

test('a full and a failed group say what became of them', async () => {
  await payFromWalletThroughApi(api, ada, product, 6);
  expect((await open(groupId, code)).body.data.status).toBe('successful');
  const other = await addTestProduct(api, { title: 'Beans', priceNaira: 1_000, minUnits: 10 });
  await payFromWalletThroughApi(api, ada, other, 1);
  const [failed] = await api.db.query<{ id: string }>('SELECT id FROM groups WHERE product_id = $1', [other]);
  await api.db.query("UPDATE groups SET deadline = app_now() - interval '2 hours' WHERE id = $1", [
    failed?.id,
  ]);
  await api.db.transaction((tx) => failExpiredGroup(tx, failed?.id ?? ''));
  expect((await open(failed?.id ?? '', code)).body.data).toMatchObject({ status: 'failed', sharedBy: 'Ada' });
});

test('an unknown group, a solo purchase and a made-up id are refused', async () => {
  await payFromWalletThroughApi(api, ada, product, 1, { variant: 'solo' });
  const [solo] = await api.db.query<{ id: string }>("SELECT id FROM groups WHERE kind = 'solo'");
  expect((await open(solo?.id ?? '', code)).status).toBe(404);
  expect(await open(randomUUID(), code)).toMatchObject({ status: 404, body: { code: 'group_not_found' } });
  expect((await open('1', code)).status).toBe(400);
  expect((await open(groupId, 'A'.repeat(101))).status).toBe(400);
});
