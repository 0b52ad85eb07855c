import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { NotificationsReply, UnreadCountReply } from '#contract/schemas/notification.ts';
import type { ReferralInfoReply, ReferralStats } from '#contract/schemas/referral.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { payReferralRewards } from '../../server/features/referral/referral-rewards.ts';
import { runJobs } from '../money/support/run-jobs.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';

const api = openFixtureForFile(() =>
  startTestApi({ env: { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: 'http://127.0.0.1:4100' } }),
);
let product: string;

beforeAll(async () => {
  await addTestPickupCentre(api);
  product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, minUnits: 10 });
});

const get = <Reply>(
  shopper: SignedUpApiShopper,
  url: string,
  headers: Record<string, string> = {},
): Promise<TestApiResponse<Reply>> => api.call<Reply>({ method: 'GET', url, token: shopper.token, headers });

describe('the wallet', () => {
  test('shows balance, history and totals; an unchanged poll costs no body', async () => {
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 5_000);
    await payFromWalletThroughApi(api, shopper, product, 2);
    const { body, headers } = await get<Wallet>(shopper, '/api/wallet');
    expect(body).toMatchObject({
      balance: 3_000,
      availableBalance: 3_000,
      heldAmount: 0,
      stats: { totalSpent: 2_000, totalTransactions: 2, totalEarned: 5_000 },
    });
    expect(body.transactions).toMatchObject([
      {
        type: 'debit',
        amount: 2_000,
        reason: 'ORDER',
        metadata: { orderTrackingNumber: expect.stringMatching(/^GB-/), groupBuyStatus: 'active' },
      },
      { type: 'credit', amount: 5_000, reason: 'Goodwill' },
    ]);
    const again = await get(shopper, '/api/wallet', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body]).toEqual([304, undefined]);
    await adjustTestWallet(api, shopper.id, 100);
    const changed = await get<Wallet>(shopper, '/api/wallet', { 'if-none-match': String(headers.etag) });
    expect([changed.status, changed.body.balance]).toEqual([200, 3_100]);
  });

  test('gives goodwill the title that its notification has, and also what was once posted in capitals', async () => {
    const shopper = await signUpShopper(api);
    const words = ['--email', shopper.email, '--amount', '2500', '--reason', 'late order'];
    await runOpsCommandInTest(api, 'wallet', 'goodwill', ...words);
    await runJobs(api.db);
    const { body } = await get<NotificationsReply>(shopper, '/api/notifications');
    expect(body.data.notifications.map(({ message }) => message)).toEqual([
      'Wallet credited ₦2,500 - Goodwill',
    ]);
    await api.db.query(
      `SELECT post_ledger('goodwill', $1, 'GOODWILL', '', '{}', 'test', ARRAY['promo:goodwill', 'wallet:' || $1],
         ARRAY[-100, 100])`,
      [shopper.id],
    );
    const wallet = await get<Wallet>(shopper, '/api/wallet');
    expect(wallet.body.transactions.map(({ reason }) => reason)).toEqual(['Goodwill', 'Goodwill']);
  });

  test('lists the newest 100 movements, and counts them all', async () => {
    const shopper = await signUpShopper(api);
    for (let count = 0; count < 101; count += 1) await adjustTestWallet(api, shopper.id, 1);
    const { body } = await get<Wallet>(shopper, '/api/wallet');
    expect(body.transactions).toHaveLength(100);
    expect(body.stats.totalTransactions).toBe(101);
  });

  test("has nothing of anybody else's", async () => {
    const [rich, poor] = [await signUpShopper(api), await signUpShopper(api)];
    await adjustTestWallet(api, rich.id, 900);
    expect((await get<Wallet>(poor, '/api/wallet')).body).toMatchObject({ balance: 0, transactions: [] });
  });
});

describe('referral', () => {
  test('lists who signed up, counts who qualified, and shows the way to the next bonus', async () => {
    const referrer = await signUpShopper(api);
    const friends = [];
    for (const name of ['Bola Ade', 'Chika', 'Dayo Musa Bello', 'Eze Uche']) {
      friends.push(await signUpShopper(api, { name, referralCode: referrer.referralCode }));
    }
    for (const friend of friends) {
      await adjustTestWallet(api, friend.id, 2_000);
      await payFromWalletThroughApi(api, friend, product, 1, { variant: 'solo' });
      await payReferralRewards(api.db, friend.id, 0);
    }
    const info = await get<ReferralInfoReply>(referrer, '/api/referral/info');
    expect(info.body).toMatchObject({
      referralCode: referrer.referralCode,
      referralLink: `http://127.0.0.1:4100/register?ref=${referrer.referralCode}`,
      referralCount: 4,
      totalReferrals: 4,
      completedRounds: 1,
      totalEarnings: 500,
      hasReceivedBonus: true,
      nextBonusThreshold: 6,
    });
    expect(info.body.referredUsers.map((user) => [user.name, user.active])).toEqual([
      ['Eze U.', true],
      ['Dayo B.', true],
      ['Chika', true],
      ['Bola A.', true],
    ]);
    const stats = await get<ReferralStats>(referrer, '/api/referral/stats');
    expect(stats.body).toMatchObject({
      totalReferrals: 4,
      bonusEarned: 500,
      nextBonusAt: 6,
      remainingForBonus: 2,
    });
  });

  test('starts empty', async () => {
    const shopper = await signUpShopper(api);
    expect((await get<ReferralStats>(shopper, '/api/referral/stats')).body).toMatchObject({
      totalReferrals: 0,
      bonusEarned: 0,
      nextBonusAt: 3,
      remainingForBonus: 3,
    });
  });
});

describe('notifications', () => {
  async function notify(shopper: SignedUpApiShopper, count: number): Promise<void> {
    await api.db.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message, created_at)
       SELECT $1, 'test:' || n, 'info', 'system', 'Notification ' || n, 'Message ' || n, app_now() - n * interval '1 minute'
       FROM generate_series(1, $2) AS n`,
      [shopper.id, count],
    );
  }
  const list = async (shopper: SignedUpApiShopper): Promise<NotificationsReply['data']['notifications']> =>
    (await get<NotificationsReply>(shopper, '/api/notifications')).body.data.notifications;
  const unread = async (shopper: SignedUpApiShopper): Promise<number> =>
    (await get<UnreadCountReply>(shopper, '/notifications/unread-count')).body.data.unreadCount;
  const send = (
    shopper: SignedUpApiShopper,
    method: 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<TestApiResponse<ApiErrorBody | { success: true }>> =>
    api.call({ method, url, token: shopper.token, ...(body ? { body } : {}) });

  test('come newest first with their age; at most 200', async () => {
    const shopper = await signUpShopper(api);
    await notify(shopper, 201);
    const notifications = await list(shopper);
    expect(notifications).toHaveLength(200);
    expect(notifications[0]).toMatchObject({
      title: 'Notification 1',
      read: false,
      readAt: null,
      timeAgo: '1m ago',
    });
    expect(await unread(shopper)).toBe(200);
  });

  test('an unchanged list costs a poll no body, however old it gets', async () => {
    const shopper = await signUpShopper(api);
    await notify(shopper, 2);
    const first = await get<NotificationsReply>(shopper, '/api/notifications');
    await api.clock.advance(5 * 60_000);
    const again = await get(shopper, '/api/notifications', { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body]).toEqual([304, undefined]);
    await notify(await signUpShopper(api), 1);
    await send(shopper, 'PATCH', `/api/notifications/${first.body.data.notifications[0]?._id}/read`, {});
    const changed = await get(shopper, '/api/notifications', { 'if-none-match': String(first.headers.etag) });
    expect(changed.status).toBe(200);
  });

  test('are read one by one, all up to an instant, deleted and cleared; all safe to repeat', async () => {
    const shopper = await signUpShopper(api);
    await notify(shopper, 5);
    const [newest, second, third] = await list(shopper);
    for (let time = 0; time < 2; time += 1) {
      const answer = await send(shopper, 'PATCH', `/api/notifications/${newest?._id}/read`, {});
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    }
    expect(await unread(shopper)).toBe(4);
    await send(shopper, 'PATCH', '/notifications/mark-all-read', { before: third?.createdAt });
    expect((await list(shopper)).map((notification) => notification.read)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    for (let time = 0; time < 2; time += 1) {
      expect((await send(shopper, 'DELETE', `/api/notifications/${second?._id}`)).status).toBe(200);
    }
    expect(await list(shopper)).toHaveLength(4);
    await send(shopper, 'DELETE', `/api/notifications/clear-all?before=${third?.createdAt}`);
    expect((await list(shopper)).map((notification) => notification._id)).toEqual([newest?._id]);
    await send(shopper, 'DELETE', '/api/notifications/clear-all');
    expect(await list(shopper)).toEqual([]);
  });

  test("another's, a missing and no id are 404 to read and nothing to delete", async () => {
    const [owner, other] = [await signUpShopper(api), await signUpShopper(api)];
    await notify(owner, 1);
    const id = (await list(owner))[0]?._id;
    for (const wrong of [id, randomUUID(), 'abc']) {
      expect((await send(other, 'PATCH', `/api/notifications/${wrong}/read`, {})).status).toBe(404);
      expect((await send(other, 'DELETE', `/api/notifications/${wrong}`)).status).toBe(200);
    }
    expect(await list(owner)).toMatchObject([{ read: false }]);
  });
});

describe('push', () => {
  const subscription = (): object => ({
    endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
    keys: createPushSubscriptionKeys(),
  });

  test('a phone belongs to whoever subscribed last on it, and only they can take it back', async () => {
    const [first, second] = [await signUpShopper(api), await signUpShopper(api)];
    const body = subscription() as { endpoint: string };
    const send = (
      shopper: SignedUpApiShopper,
      method: 'POST' | 'DELETE',
    ): Promise<TestApiResponse<unknown>> =>
      api.call({ method, url: '/api/push/subscription', body, token: shopper.token });
    await send(first, 'POST');
    await send(second, 'POST');
    await send(first, 'DELETE');
    const owner = async (): Promise<unknown> =>
      (
        await api.db.query<{ id: string }>(
          'SELECT user_id AS id FROM push_subscriptions WHERE endpoint = $1',
          [body.endpoint],
        )
      )[0]?.id;
    expect(await owner()).toBe(second.id);
    await send(second, 'DELETE');
    expect(await owner()).toBeUndefined();
  });

  test('only over https; the key is public', async () => {
    const shopper = await signUpShopper(api);
    const answer = await api.call({
      method: 'POST',
      url: '/api/push/subscription',
      body: { ...subscription(), endpoint: 'http://127.0.0.1:6379/' },
      token: shopper.token,
    });
    expect(answer.status).toBe(400);
    const key = await api.call<{ key: string }>({ method: 'GET', url: '/api/push/key' });
    expect(Buffer.from(key.body.key, 'base64url')).toHaveLength(65);
  });
});

test.each([
  ['GET', '/api/wallet'],
  ['GET', '/api/referral/info'],
  ['GET', '/api/referral/stats'],
  ['GET', '/api/notifications'],
  ['GET', '/api/notifications/unread-count'],
  ['PATCH', '/api/notifications/mark-all-read'],
  ['PATCH', `/api/notifications/${randomUUID()}/read`],
  ['DELETE', `/api/notifications/${randomUUID()}`],
  ['DELETE', '/api/notifications/clear-all'],
  ['POST', '/api/push/subscription'],
  ['DELETE', '/api/push/subscription'],
] as const)('%s %s is for signed-in shoppers', async (method, url) => {
  const answer = await api.call<ApiErrorBody>({ method, url, ...(method === 'GET' ? {} : { body: {} }) });
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
});
