import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountExportReply } from '#contract/schemas/auth.ts';
import type { JoinedGroup, LeaveGroupReply, MyGroupsReply } from '#contract/schemas/group.ts';
import type { OrderReceiptReply } from '#contract/schemas/order.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const KEG = { name: 'keg-5', displayName: '5 kg keg', quantity: 5, customNaira: 2_000, baseNaira: 3_000 };

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let shopper: SignedUpApiShopper;
let group: JoinedGroup;
let trackingNumber: string;

const get = async <Reply>(url: string): Promise<Reply> =>
  (await api.call<Reply>({ method: 'GET', url, token: shopper.token })).body;
const myGroup = async (): Promise<JoinedGroup> =>
  (await get<MyGroupsReply>('/api/group/my-groups')).data[0] as JoinedGroup;
const takeLess = (
  body: object,
  { idempotencyKey = randomUUID(), token = shopper.token } = {},
): Promise<TestApiResponse<LeaveGroupReply & { message?: string }>> =>
  api.call({ method: 'POST', url: `/api/group/${group._id}/take-less`, body, idempotencyKey, token });

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  const product = await addTestProduct(api, { title: 'Garri', minUnits: 100, units: [KEG] });
  shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 20_000);
  await payFromWalletThroughApi(api, shopper, product, 3, { sellingUnit: { name: KEG.name } });
  group = await myGroup();
  trackingNumber = group.orders[0]?.trackingNumber ?? '';
});

test('a forming group says of which lines less can be kept, and takes the same tap once', async () => {
  expect(group.orders[0]?.lines).toMatchObject([
    { quantity: 3, takeLess: { lineNumber: 1, baseUnitQuantity: 5, paid: 6_000 } },
  ]);
  const [key, body] = [randomUUID(), { trackingNumber, lineNumber: 1, quantity: 1 }];
  const answers = await Promise.all([0, 1].map(() => takeLess(body, { idempotencyKey: key })));
  answers.push(await takeLess(body));
  for (const { status, body: reply } of answers) {
    expect([status, reply.data.userUnits, reply.data.unitsSold]).toEqual([200, 5, 5]);
    expect([reply.data.userAmount, reply.data.refundedAmount]).toEqual([6_000, 4_000]);
  }
  expect((await get<Wallet>('/api/wallet')).balance).toBe(18_000);
  // One keg is left, and giving it up is leaving the group.
  expect((await myGroup()).orders[0]?.lines[0]).not.toHaveProperty('takeLess');
});

test('receipt, account export and the list say what is kept, and for how many was paid', async () => {
  await takeLess({ trackingNumber, lineNumber: 1, quantity: 2 });
  const kept = { quantity: 2, orderedQuantity: 3 };
  expect((await myGroup()).orders[0]?.lines[0]).toMatchObject({ ...kept, paid: 6_000 });
  const receipt = await get<OrderReceiptReply>(`/api/orders/${trackingNumber}/receipt`);
  expect(receipt.data.lines[0]).toMatchObject({ ...kept, paid: 6_000, refunded: 2_000 });
  const exported = await get<AccountExportReply>('/api/account/export');
  expect(JSON.stringify(exported)).toContain('"orderedQuantity":3');
});

test.each([
  ['more than was bought', () => ({ trackingNumber, lineNumber: 1, quantity: 4 })],
  ['a line that the order does not have', () => ({ trackingNumber, lineNumber: 2, quantity: 1 })],
  ['an order that is unknown', () => ({ trackingNumber: 'GB-00000000', lineNumber: 1, quantity: 1 })],
])('%s is refused in words and changes nothing', async (_, body) => {
  const { status, body: reply } = await takeLess(body());
  expect([status, reply.message]).toEqual([400, 'You can no longer take less in this group.']);
  expect(await myGroup()).toMatchObject({ userUnits: 15, refundedAmount: 0 });
});

test('nothing at all is no quantity, and another shopper or a closed group is refused', async () => {
  const body = { trackingNumber, lineNumber: 1, quantity: 1 };
  expect((await takeLess({ ...body, quantity: 0 })).status).toBe(400);
  expect((await takeLess(body, { token: (await signUpShopper(api)).token })).status).toBe(400);
  await api.db.query('UPDATE groups SET deadline = app_now() WHERE id = $1', [group._id]);
  const { status, body: reply } = await takeLess(body);
  expect([status, reply.message]).toEqual([400, 'You can no longer take less in this group.']);
  expect((await get<Wallet>('/api/wallet')).balance).toBe(14_000);
});

test('a group that closes at that very moment refuses in words, and nothing is paid back', async () => {
  const isWaiting = () =>
    api.db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE 'SELECT take_less%'`);
  let taking: ReturnType<typeof takeLess> | undefined;
  await api.db.transaction(async (tx) => {
    await tx.query('UPDATE wallets SET balance_kobo = balance_kobo WHERE user_id = $1', [shopper.id]);
    taking = takeLess({ trackingNumber, lineNumber: 1, quantity: 1 });
    await expect.poll(isWaiting).toHaveLength(1);
    await tx.query(`UPDATE groups SET deadline = app_now() WHERE id = $1`, [group._id]);
  });
  expect((await taking)?.body.message).toBe('You can no longer take less in this group.');
  expect(await myGroup()).toMatchObject({ userUnits: 15, refundedAmount: 0 });
});
