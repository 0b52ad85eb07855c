import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { GroupProgressReply, LeaveGroupReply, MyGroupsReply } from '#contract/schemas/group.ts';
import type { ProductReply } from '#contract/schemas/product.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import type { Queryable } from '../../server/db/database.ts';
import {
  failExpiredGroup,
  failGroupInReview,
  moveGroupToSecured,
  putGroupInReview,
} from '../../server/features/groups/group-moves.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

type Move = (tx: Queryable, groupId: string) => Promise<unknown>;

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let product: string;
let shopper: SignedUpApiShopper;

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, baseNaira: 1_500, minUnits: 10 });
  shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 20_000);
});

const get = <Reply>(url: string, who: SignedUpApiShopper = shopper): Promise<TestApiResponse<Reply>> =>
  api.call<Reply>({ method: 'GET', url, token: who.token });
const post = <Reply>(
  url: string,
  who: SignedUpApiShopper = shopper,
  key?: string,
): Promise<TestApiResponse<Reply>> =>
  api.call<Reply>({
    method: 'POST',
    url,
    body: {},
    token: who.token,
    ...(key ? { idempotencyKey: key } : {}),
  });
const myGroups = async (who: SignedUpApiShopper = shopper): Promise<MyGroupsReply> =>
  (await get<MyGroupsReply>('/api/group/my-groups', who)).body;
const progress = async (): Promise<GroupProgressReply['data']> => {
  // The progress is cached for one second, so waiting longer makes the answer a new one.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  return (await api.call<GroupProgressReply>({ method: 'GET', url: `/api/group/product/${product}` })).body
    .data;
};
const balance = async (): Promise<number> => (await get<Wallet>('/api/wallet')).body.balance;

describe('progress', () => {
  test('is virtual before the first buyer, then counts paid units, then stays full for ten minutes', async () => {
    const before = await api.call<GroupProgressReply>({
      method: 'GET',
      url: `/api/group/product/${product}`,
    });
    expect(before.status).toBe(200);
    expect(before.body.data).toMatchObject({
      groupId: null,
      status: 'active',
      progressPercentage: 0,
      spotsRemaining: 10,
      unitsSold: 0,
      participantCount: 0,
      timeRemaining: 48 * 3_600_000,
      deadline: null,
    });
    await payFromWalletThroughApi(api, shopper, product, 4);
    // The new minimum is valid only for groups that open after it.
    await api.db.query('UPDATE products SET min_units = 100 WHERE id = $1', [product]);
    const joined = await progress();
    expect(joined).toMatchObject({
      status: 'active',
      unitsSold: 4,
      progressPercentage: 40,
      spotsRemaining: 6,
      participantCount: 1,
    });
    expect(joined.timeRemaining).toBeGreaterThan(47 * 3_600_000);
    expect(Date.parse(joined.deadline ?? '') - Date.parse(joined.serverTime)).toBe(joined.timeRemaining);
    await payFromWalletThroughApi(api, shopper, product, 7);
    expect(await progress()).toMatchObject({
      status: 'successful',
      progressPercentage: 100,
      spotsRemaining: 0,
      timeRemaining: 0,
    });
  });

  const review: Move = (tx, id) => putGroupInReview(tx, id, 'successful');
  const process: Move = (tx, id) => tx.query("UPDATE groups SET status = 'processing' WHERE id = $1", [id]);

  test.each<{ status: string; moves: Move[]; isStillShown: boolean }>([
    {
      status: 'processing',
      moves: [moveGroupToSecured, process],
      isStillShown: true,
    },
    { status: 'manual_review', moves: [review], isStillShown: true },
    {
      status: 'failed',
      moves: [review, failGroupInReview],
      isStillShown: false,
    },
  ])('and the product say the same of a just filled group that is $status', async (moved) => {
    await payFromWalletThroughApi(api, shopper, product, 10);
    const [group] = await api.db.query<{ id: string; slug: string }>(
      'SELECT g.id, p.slug FROM groups g JOIN products p ON p.id = g.product_id WHERE p.id = $1',
      [product],
    );
    for (const move of moved.moves) await api.db.transaction((tx) => move(tx, group?.id ?? ''));
    const shown = moved.isStillShown
      ? { groupId: group?.id, status: moved.status, progressPercentage: 100, spotsRemaining: 0 }
      : { groupId: null, status: 'active', progressPercentage: 0, spotsRemaining: 10 };
    expect(await progress()).toMatchObject(shown);
    const page = await get<ProductReply>(`/api/products/slug/${group?.slug}`);
    expect(page.body.data.group).toMatchObject(shown);
  });

  test('of an unknown product is 404, of no id 400', async () => {
    const unknown = await api.call<ApiErrorBody>({
      method: 'GET',
      url: `/api/group/product/${randomUUID()}`,
    });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Product not found']);
    expect((await api.call({ method: 'GET', url: '/api/group/product/abc' })).status).toBe(400);
  });
});

describe('my groups', () => {
  test('one row a group with the own part, and figures over all', async () => {
    const friend = await signUpShopper(api);
    await adjustTestWallet(api, friend.id, 5_000);
    await payFromWalletThroughApi(api, friend, product, 2);
    await payFromWalletThroughApi(api, shopper, product, 3);
    await payFromWalletThroughApi(api, shopper, product, 1);
    const { data, stats } = await myGroups();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      status: 'active',
      unitsSold: 6,
      participantCount: 2,
      userQuantity: 4,
      quantity: 4,
      userUnits: 4,
      userAmount: 4_000,
      amountPaid: 4_000,
      userContributionPercentage: 66.7,
      canLeave: true,
      canSwitchToSolo: false,
      productId: { _id: product, title: 'Garri' },
    });
    expect(data[0]?.orders.map((order) => order.pickup)).toMatchObject([
      { name: 'Ikeja Centre', code: null },
      { name: 'Ikeja Centre', code: null },
    ]);
    expect(stats).toEqual({
      total: 1,
      forming: 1,
      successful: 0,
      failed: 0,
      totalSpent: 4_000,
      totalUnits: 4,
    });
    expect((await myGroups(await signUpShopper(api))).data).toEqual([]);
  });

  test('are the newest 200, and the figures are over all', async () => {
    await payFromWalletThroughApi(api, shopper, product, 1);
    await adjustTestWallet(api, shopper.id, 200_000);
    await api.call({ method: 'DELETE', url: '/api/cart/clear', token: shopper.token });
    await api.db.query(
      `WITH made AS (
         INSERT INTO products (slug, title, price_kobo, base_price_kobo, min_units)
         SELECT 'many-' || gen_random_uuid(), 'Beans', 100000, 150000, 10 FROM generate_series(1, 199) RETURNING id
       ), cart AS (INSERT INTO carts (user_id) VALUES ($1) RETURNING id)
       INSERT INTO cart_items (cart_id, product_id, quantity) SELECT cart.id, made.id, 1 FROM cart, made`,
      [shopper.id],
    );
    const last = await addTestProduct(api, { title: 'Yam', priceNaira: 1_000 });
    await payFromWalletThroughApi(api, shopper, last, 1);
    const { data, stats } = await myGroups();
    expect([stats.total, data.length]).toEqual([201, 200]);
    expect(data.map((row) => row.productId.title)).not.toContain('Garri');
  });

  test('say for three days from when they can be collected', async () => {
    await payFromWalletThroughApi(api, shopper, product, 10);
    const [group] = (await myGroups()).data;
    await api.db.transaction((tx) => moveGroupToSecured(tx, group?._id ?? ''));
    await api.db.query(
      `UPDATE fulfilment_batches SET status = 'ready_for_pickup', ready_at = app_now() WHERE group_id = $1`,
      [group?._id],
    );
    const pickup = (await myGroups()).data[0]?.orders[0]?.pickup;
    expect(pickup?.code).toMatch(/^\d{6}$/);
    expect(Date.parse(pickup?.collectBy ?? '') - Date.parse(pickup?.readyAt ?? '')).toBe(3 * 24 * 3_600_000);
    expect(pickup?.isCollected).toBe(false);
    await api.db.query('UPDATE order_items SET collected_at = app_now() WHERE group_id = $1', [group?._id]);
    expect((await myGroups()).data[0]?.orders[0]?.pickup.isCollected).toBe(true);
  });

  test('are sorted as asked; an unknown field means newest first', async () => {
    const other = await addTestProduct(api, {
      title: 'Beans',
      priceNaira: 3_000,
      baseNaira: 3_000,
      minUnits: 100,
    });
    await payFromWalletThroughApi(api, shopper, product, 5);
    await payFromWalletThroughApi(api, shopper, other, 2);
    const titles = async (query: string): Promise<string[]> =>
      (await get<MyGroupsReply>(`/api/group/my-groups?${query}`)).body.data.map((row) => row.productId.title);
    expect(await titles('sortBy=createdAt&sortOrder=asc')).toEqual(['Garri', 'Beans']);
    expect(await titles('sortBy=progressPercentage&sortOrder=desc')).toEqual(['Garri', 'Beans']);
    expect(await titles('sortBy=userAmount&sortOrder=desc')).toEqual(['Beans', 'Garri']);
    expect(await titles('sortBy=password&sortOrder=asc')).toEqual(['Beans', 'Garri']);
  });

  test('an unchanged list costs a poll no body', async () => {
    await payFromWalletThroughApi(api, shopper, product, 1);
    const first = await get<MyGroupsReply>('/api/group/my-groups');
    const again = await api.call({
      method: 'GET',
      url: '/api/group/my-groups',
      token: shopper.token,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });
});

describe('leaving', () => {
  test('pays back at once; repeated it answers the same', async () => {
    await payFromWalletThroughApi(api, shopper, product, 4);
    const [group] = (await myGroups()).data;
    const url = `/api/group/${group?._id}/leave`;
    const key = randomUUID();
    const answers = await Promise.all([
      post<LeaveGroupReply>(url, shopper, key),
      post<LeaveGroupReply>(url, shopper, key),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await balance()).toBe(20_000);
    const again = await post<LeaveGroupReply>(url);
    expect([again.status, again.body.data.refundedAmount]).toEqual([200, 4_000]);
    expect(await progress()).toMatchObject({ unitsSold: 0, participantCount: 0 });
  });

  test('is refused, and nothing is paid back, when the group closes at that very moment', async () => {
    await payFromWalletThroughApi(api, shopper, product, 4);
    const [group] = (await myGroups()).data;
    const isWaiting = () =>
      api.db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE 'SELECT leave_or_refuse%'`);
    let leaving: Promise<TestApiResponse<ApiErrorBody>> | undefined;
    await api.db.transaction(async (tx) => {
      await tx.query(`UPDATE groups SET deadline = app_now() WHERE id = $1`, [group?._id]);
      leaving = post<ApiErrorBody>(`/api/group/${group?._id}/leave`);
      await expect.poll(isWaiting).toHaveLength(1);
    });
    const refused = await leaving;
    expect([refused?.status, refused?.body.message]).toEqual([400, 'This group can no longer be left.']);
    expect(await balance()).toBe(16_000);
  });

  test('is refused after the deadline, in a full group and to strangers', async () => {
    await payFromWalletThroughApi(api, shopper, product, 10);
    const [group] = (await myGroups()).data;
    const url = `/api/group/${group?._id}/leave`;
    const refused = [400, 'This group can no longer be left.'];
    const refusal = async (who?: SignedUpApiShopper): Promise<unknown[]> => {
      const answer = await post<ApiErrorBody>(url, who);
      return [answer.status, answer.body.message];
    };
    expect(await refusal()).toEqual(refused);
    expect(await refusal(await signUpShopper(api))).toEqual(refused);
    expect(await balance()).toBe(10_000);
  });
});

describe('switching to solo', () => {
  test('puts the lines of a failed group into the cart once, at the standard price', async () => {
    await payFromWalletThroughApi(api, shopper, product, 3);
    const [group] = (await myGroups()).data;
    const url = `/api/group/${group?._id}/switch-to-solo`;
    const early = await post<ApiErrorBody>(url);
    expect([early.status, early.body.code]).toEqual([400, 'group_not_failed']);
    await api.db.query(`UPDATE groups SET deadline = app_now() - interval '1 hour' WHERE id = $1`, [
      group?._id,
    ]);
    await api.db.transaction((tx) => failExpiredGroup(tx, group?._id ?? ''));
    const cart = await post<Cart>(url);
    expect(cart.status).toBe(200);
    expect(cart.body.items).toMatchObject([{ variant: 'solo', quantity: 3, itemPrice: 1_500 }]);
    await api.call({ method: 'DELETE', url: '/api/cart/clear', token: shopper.token });
    expect((await post<Cart>(url)).body.items).toEqual([]);
    const stranger = await post<ApiErrorBody>(url, await signUpShopper(api));
    expect(stranger.status).toBe(400);
  });
});

test.each([
  ['GET', '/api/group/my-groups'],
  ['POST', `/api/group/${randomUUID()}/leave`],
  ['POST', `/api/group/${randomUUID()}/take-less`],
  ['POST', `/api/group/${randomUUID()}/switch-to-solo`],
] as const)('%s %s is for signed-in shoppers', async (method, url) => {
  const answer = await api.call({ method, url, ...(method === 'POST' ? { body: {} } : {}) });
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
});
