import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { GroupProgress, GroupProgressReply } from '#contract/schemas/group.ts';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let product: string;

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 100, baseNaira: 150, minUnits: 100 });
});

const join = async (name: string): Promise<SignedUpApiShopper> => {
  const shopper = await signUpShopper(api, { name });
  await adjustTestWallet(api, shopper.id, 1_000);
  await payFromWalletThroughApi(api, shopper, product, 1);
  return shopper;
};
const buyers = async (): Promise<GroupProgress> => {
  const progress = await readGroupProgress(api.db, product, 48);
  if (!progress) throw new Error('no such product');
  return progress;
};
const members = async () => {
  const [row] = await api.db.query<{ count: number; last: Date; groupId: string }>(
    `SELECT count(*)::int AS count, max(m.joined_at) AS last, g.id AS "groupId"
     FROM group_members m JOIN groups g ON g.id = m.group_id
     WHERE g.product_id = $1 AND m.units > 0 GROUP BY g.id`,
    [product],
  );
  return row;
};

test('a visitor reads who is in, as the database has it: paid buyers, the newest join, initials', async () => {
  await join('Ada Ngozi Obi');
  await join('Bola');
  const inside = await members();
  const { status, body } = await api.call<GroupProgressReply>({
    method: 'GET',
    url: `/api/group/product/${product}`,
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    participantCount: 2,
    lastJoinedAt: inside?.last.toISOString(),
    memberInitials: ['BO', 'AO'],
  });
  // Only the initials of other members may leave the shop.
  expect(JSON.stringify(body)).not.toMatch(/Ada|Obi|Bola/);
});

test('the initials of five stand there at most, the newest first; everybody is counted', async () => {
  for (const name of ['A A', 'B B', 'C C', 'D D', 'E E', 'F F']) await join(name);
  expect(await buyers()).toMatchObject({
    participantCount: 6,
    memberInitials: ['FF', 'EE', 'DD', 'CC', 'BB'],
  });
});

test('who does not agree today is counted and not shown', async () => {
  const ada = await join('Ada Obi');
  await join('Bola Ade');
  const agree = (socialProof: boolean) =>
    api.call({ method: 'PATCH', url: '/api/auth/preferences', token: ada.token, body: { socialProof } });
  await agree(false);
  expect(await buyers()).toMatchObject({ participantCount: 2, memberInitials: ['BA'] });
  await agree(true);
  expect((await buyers()).memberInitials).toEqual(['BA', 'AO']);
});

test('who leaves is neither counted nor shown, and the newest join is of those who stay', async () => {
  await join('Ada Obi');
  const before = await buyers();
  const bola = await join('Bola Ade');
  const groupId = (await members())?.groupId;
  await api.call({ method: 'POST', url: `/api/group/${groupId}/leave`, token: bola.token, body: {} });
  expect(await buyers()).toMatchObject({
    participantCount: 1,
    memberInitials: ['AO'],
    lastJoinedAt: before.lastJoinedAt,
  });
});

test('before the first buyer there is nobody', async () => {
  expect(await buyers()).toMatchObject({ participantCount: 0, lastJoinedAt: null, memberInitials: [] });
});
