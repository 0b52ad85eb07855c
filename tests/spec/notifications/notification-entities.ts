import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ICON_PATHS, type IconName } from '../../../src/ui/icon/icon-paths.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { signUpShopper } from '../../support/api-shopper.ts';
import {
  buyFromWalletThroughApi,
  createReferrerWithFriends,
  payByCardThroughApi,
  readNotificationsOf,
} from '../../support/api-stories.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Tests the fields of notifications. */
export function notificationEntities(phone: SimulatedPhone): void {
  const CATEGORIES = ['payment', 'group_buy', 'referral', 'wallet', 'cart', 'system', 'order'];
  const notification = (category: string) => ({
    _id: category,
    read: false,
    readAt: null,
    createdAt: new Date().toISOString(),
    type: 'info',
    category,
    title: `About ${category}`,
    message: 'Something',
    data: {},
    factKey: category,
    timeAgo: 'Just now',
  });
  /** Opens the panel with one notification of each category. */
  const openPanel = async (categories: string[]) => {
    await phone.member();
    phone.line.fail('GET /api/notifications', {
      status: 200,
      body: { success: true, data: { notifications: categories.map(notification) } },
    });
    startAdvancingFakeTimers();
    await phone.open('/about');
    tapControl(/^Notifications/);
    await screen.findByText('Loading notifications...');
    await advanceFakeTime(1_500);
    const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
    await panel.findByText(`About ${categories[0]}`);
    return panel;
  };
  const drawnAt = (title: string) =>
    screen.getByText(title).closest('li')?.querySelector('svg path')?.getAttribute('d');
  const drawing = (name: IconName) => ICON_PATHS[name];
  const dataOf = async (shopper: Parameters<typeof readNotificationsOf>[1], words: string) =>
    (await readNotificationsOf(phone.api, shopper)).find((each) =>
      `${each.title}: ${each.message}`.includes(words),
    )?.data;

  test(
    says(
      'Notification: _id, read, readAt, createdAt, type (success, error, warning, info, loading), category, title, message, data, timeAgo.',
    ),
    async () => {
      const shopper = await signUpShopper(phone.api);
      for (const type of ['success', 'error', 'warning', 'info', 'loading']) {
        await phone.api.db.query(
          `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
           VALUES ($1, $2, $2, 'system', 'A title', 'A message')`,
          [shopper.id, type],
        );
      }
      const told = await readNotificationsOf(phone.api, shopper);
      expect(told.map(({ type }) => type).sort()).toEqual(['error', 'info', 'loading', 'success', 'warning']);
      expect(told[0]).toMatchObject({
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        read: false,
        readAt: null,
        createdAt: expect.stringMatching(ISO),
        category: 'system',
        title: 'A title',
        message: 'A message',
        data: {},
        timeAgo: 'Just now',
      });
      const { token } = shopper;
      await phone.api.call({ method: 'PATCH', url: `/notifications/${told[0]?._id}/read`, token, body: {} });
      const [read] = (await readNotificationsOf(phone.api, shopper)).filter(
        ({ _id }) => _id === told[0]?._id,
      );
      expect(read).toMatchObject({ read: true, readAt: expect.stringMatching(ISO) });
    },
  );

  test(says('Categories: payment, group_buy, referral, wallet, cart, system, order.'), async () => {
    const panel = await openPanel(CATEGORIES);
    for (const category of CATEGORIES) expect(panel.getByText(`About ${category}`)).toBeDefined();
    const shopper = await signUpShopper(phone.api);
    const insert = (category: string) =>
      phone.api.db.query(
        `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
         VALUES ($1, $2, 'info', $2, 'A title', 'A message')`,
        [shopper.id, category],
      );
    for (const category of CATEGORIES) await insert(category);
    await expect(insert('weather')).rejects.toThrow();
    expect((await readNotificationsOf(phone.api, shopper)).map(({ category }) => category).sort()).toEqual(
      [...CATEGORIES].sort(),
    );
  });

  test(says('Others get a generic icon.'), async () => {
    await openPanel(['weather', 'football']);
    expect([drawnAt('About weather'), drawnAt('About football')]).toEqual([drawing('bell'), drawing('bell')]);
  });

  test(
    says(
      'Icons: payment card, group_buy people, referral target, wallet money bag, cart shopping cart, system gear, order package.',
    ),
    async () => {
      await openPanel(CATEGORIES);
      expect(CATEGORIES.map((category) => drawnAt(`About ${category}`))).toEqual(
        (['card', 'users', 'target', 'money-bag', 'cart', 'gear', 'box'] as const).map(drawing),
      );
    },
  );

  describe('data by category', () => {
    test(says('payment: amount and paymentMethod, or error.'), async () => {
      expect(await dataOf(await buyFromWalletThroughApi(phone.api), 'Payment Successful')).toEqual({
        amount: 1_000,
        paymentMethod: 'Wallet',
      });
      expect(await dataOf(await payByCardThroughApi(phone.api, 0, 'leave'), 'Payment Failed')).toEqual({
        error: 'Declined by the bank',
      });
    });

    test(says('group buy: productName and status.'), async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { title: 'Palm Oil', minUnits: 1 });
      expect(await dataOf(buyer, 'Group Buy Secured')).toMatchObject({
        productName: 'Palm Oil',
        status: 'successful',
      });
    });

    test(says('referral: amount or referralName.'), async () => {
      const referrer = await createReferrerWithFriends(phone.api, 3);
      expect(await dataOf(referrer, 'Referral Bonus Earned')).toEqual({ amount: 500 });
      expect(await dataOf(referrer, 'New Referral')).toEqual({ referralName: 'Ada O.' });
    });

    test(says('wallet: oldBalance, newBalance, reason, difference.'), async () => {
      expect(await dataOf(await buyFromWalletThroughApi(phone.api), 'Wallet debited')).toEqual({
        oldBalance: 10_000,
        newBalance: 9_000,
        reason: 'Order Payment',
        difference: -1_000,
      });
    });
  });

  test(
    says('A pushed notification has _id, type, category, title, message, createdAt and is stored as unread.'),
    async () => {
      const shopper = await phone.member();
      await adjustTestWallet(phone.api, shopper.id, 1_000);
      phone.goLive();
      await phone.open('/about');
      await waitFor(() => expect(phone.sockets.at(-1)?.connected).toBe(true));
      const pushed: Record<string, unknown>[] = [];
      phone.sockets.at(-1)?.on('notification:new', (each) => pushed.push(each));
      tapControl(/^Notifications/);
      await screen.findByText("You're all caught up!");
      await payFromWalletThroughApi(phone.api, shopper, await addTestProduct(phone.api), 1);
      await phone.tell();
      const paid = () => pushed.find(({ category }) => category === 'payment');
      await waitFor(() => expect(paid()).toBeDefined());
      const payment = paid();
      expect(payment).toMatchObject({
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'success',
        category: 'payment',
        title: 'Payment Successful',
        message: 'Payment successful! ₦1,000 paid via Wallet',
        createdAt: expect.stringMatching(ISO),
      });
      const item = (await screen.findByText('Payment Successful')).closest('li') as HTMLElement;
      expect(item.dataset.read).toBe('false');
      // Other notifications may still arrive, so the title is compared with those that came.
      await waitFor(() => expect(screen.getByText(`Notifications (${pushed.length} unread)`)).toBeDefined());
      const [row] = await phone.api.db.query<{ read_at: Date | null }>(
        'SELECT read_at FROM notifications WHERE id = $1',
        [payment?._id],
      );
      expect(row).toEqual({ read_at: null });
    },
  );
}
