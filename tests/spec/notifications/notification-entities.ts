import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ICON_PATHS, type IconName } from '../../../src/ui/icon-paths.ts';
import { addProduct } from '../../support/api-catalogue.ts';
import { payFromWallet } from '../../support/api-checkout.ts';
import { signUpShopper } from '../../support/api-shopper.ts';
import { buyFromWallet, payByCard, referrerOf, toldTo } from '../../support/api-stories.ts';
import { giveMoney } from '../../support/give-money.ts';
import { type Phone, tap } from '../../support/phone.tsx';
import { pass, takeTime } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Notifications. */
export function notificationEntities(phone: Phone): void {
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
  /** The panel with one notification of each category, and what is drawn beside it. */
  const openPanel = async (categories: string[]) => {
    await phone.member();
    phone.line.fail('GET /api/notifications', {
      status: 200,
      body: { success: true, data: { notifications: categories.map(notification) } },
    });
    takeTime();
    await phone.open('/about');
    tap(/^Notifications/);
    await screen.findByText('Loading notifications...');
    await pass(1_500);
    const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
    await panel.findByText(`About ${categories[0]}`);
    return panel;
  };
  const drawnAt = (title: string) =>
    screen.getByText(title).closest('li')?.querySelector('svg path')?.getAttribute('d');
  const drawing = (name: IconName) => ICON_PATHS[name];
  const dataOf = async (shopper: Parameters<typeof toldTo>[1], words: string) =>
    (await toldTo(phone.api, shopper)).find((each) => `${each.title}: ${each.message}`.includes(words))?.data;

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
      const told = await toldTo(phone.api, shopper);
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
      const [read] = (await toldTo(phone.api, shopper)).filter(({ _id }) => _id === told[0]?._id);
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
    expect((await toldTo(phone.api, shopper)).map(({ category }) => category).sort()).toEqual(
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
      expect(await dataOf(await buyFromWallet(phone.api), 'Payment Successful')).toEqual({
        amount: 1_000,
        paymentMethod: 'Wallet',
      });
      expect(await dataOf(await payByCard(phone.api, 0, 'leave'), 'Payment Failed')).toEqual({
        error: 'Declined by the bank',
      });
    });

    test(says('group buy: productName and status.'), async () => {
      const buyer = await buyFromWallet(phone.api, { title: 'Palm Oil', minUnits: 1 });
      expect(await dataOf(buyer, 'Group Buy Secured')).toMatchObject({
        productName: 'Palm Oil',
        status: 'successful',
      });
    });

    test(says('referral: amount or referralName.'), async () => {
      const referrer = await referrerOf(phone.api, 3);
      expect(await dataOf(referrer, 'Referral Bonus Earned')).toEqual({ amount: 500 });
      expect(await dataOf(referrer, 'New Referral')).toEqual({ referralName: 'Ada O.' });
    });

    test(says('wallet: oldBalance, newBalance, reason, difference.'), async () => {
      expect(await dataOf(await buyFromWallet(phone.api), 'Wallet debited')).toEqual({
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
      await giveMoney(phone.api, shopper.id, 1_000);
      phone.goLive();
      await phone.open('/about');
      await waitFor(() => expect(phone.sockets.at(-1)?.connected).toBe(true));
      const pushed: Record<string, unknown>[] = [];
      phone.sockets.at(-1)?.on('notification:new', (each) => pushed.push(each));
      tap(/^Notifications/);
      await screen.findByText("You're all caught up!");
      await payFromWallet(phone.api, shopper, await addProduct(phone.api), 1);
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
      // Others may still be on their way: the title counts those that came.
      await waitFor(() => expect(screen.getByText(`Notifications (${pushed.length} unread)`)).toBeDefined());
      const [row] = await phone.api.db.query<{ read_at: Date | null }>(
        'SELECT read_at FROM notifications WHERE id = $1',
        [payment?._id],
      );
      expect(row).toEqual({ read_at: null });
    },
  );
}
