import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  createGroupStatusNotifications,
  createReferralNotifications,
} from '../../../src/app/services/change-notifications.ts';
import { createLocalNotificationStore } from '../../../src/features/notifications/data/local-notifications.ts';
import { applyQueuedCommandsToUnreadCount } from '../../../src/features/notifications/data/notification-view.ts';
import { createLocalNotification } from '../../../src/lib/local-notification.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { testAppServices } from '../../support/own-app.tsx';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const local = testAppServices.get(createLocalNotificationStore);

const LIST = 'GET /api/notifications';

/** Tests how notifications are loaded, read, deleted, made on the phone and filtered. */
export function notificationStates(phone: SimulatedPhone): void {
  const addNotification = (
    userId: string,
    title: string,
    { category = 'order', message = title, read = false } = {},
  ) =>
    phone.api.db.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message, read_at)
       VALUES ($1, $2, 'info', $3, $4, $5, CASE WHEN $6 THEN now() END)`,
      [userId, randomUUID(), category, title, message, read],
    );
  /** Signs in a member with three notifications, the oldest of them read, and opens the panel. */
  const openPanel = async () => {
    const shopper = await phone.member();
    await addNotification(shopper.id, 'First', { category: 'payment', message: 'Paid for RICE', read: true });
    await addNotification(shopper.id, 'Second', { category: 'wallet', message: 'Money came' });
    await addNotification(shopper.id, 'Third', { category: 'order', message: 'Ready' });
    await phone.open('/about');
    await screen.findByRole('button', { name: 'Notifications, 2 unread' });
    tapControl(/^Notifications/);
    await screen.findByText('Second');
    return shopper;
  };
  const titles = () =>
    within(screen.getByRole('dialog', { name: 'Notifications' }))
      .queryAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent);
  /** Expects the same number in the title, on the bell and at the server. */
  const unreadIs = async (token: string, count: number) => {
    await waitFor(() => expect(screen.getByText(`Notifications (${count} unread)`)).toBeDefined());
    const bell = count === 0 ? 'Notifications' : `Notifications, ${count} unread`;
    expect(await screen.findByRole('button', { name: bell, hidden: true })).toBeDefined();
    await waitFor(async () => {
      const url = '/api/notifications/unread-count';
      const { body } = await phone.api.call<{ data: { unreadCount: number } }>({ method: 'GET', url, token });
      expect(body.data.unreadCount).toBe(count);
    });
  };
  const readDates = async (userId: string) =>
    await phone.api.db.query<{ title: string; readAt: Date | null }>(
      `SELECT title, read_at AS "readAt" FROM notifications WHERE user_id = $1 AND deleted_at IS NULL
       ORDER BY created_at`,
      [userId],
    );

  describe('Notifications', () => {
    test(says('Loaded only when authenticated.'), async () => {
      const calls = () => phone.line.sent.filter(({ call }) => call.includes('/notifications'));
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo('GET /api/products/')[0]?.answer).toBeDefined());
      expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
      expect(calls()).toEqual([]);
      await phone.member();
      await phone.open('/about');
      await waitFor(() => expect(calls().map(({ call }) => call)).toEqual([`${LIST}/unread-count`]));
      tapControl(/^Notifications/);
      await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(1));
    });

    test(says('On logout the list and count reset.'), async () => {
      await openPanel();
      tapControl('Close');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      tapControl('Menu');
      tapControl('Logout');
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull());
      await waitFor(() => expect(phone.queryClient.getQueryCache().findAll({ queryKey: ['u'] })).toEqual([]));
      await phone.member();
      await phone.open('/about');
      tapControl('Notifications');
      await screen.findByText('No notifications found');
      expect(titles()).toEqual([]);
    });

    test(
      says('Unread becomes read: readAt is set and the count is decremented, never below 0.'),
      async () => {
        const { id, token } = await openPanel();
        tapControl('Mark Read: Second');
        await unreadIs(token, 1);
        const rows = await readDates(id);
        expect(rows.map(({ title, readAt }) => [title, readAt !== null])).toEqual([
          ['First', true],
          ['Second', true],
          ['Third', false],
        ]);
        expect(Math.abs(Date.now() - Number(rows[1]?.readAt))).toBeLessThan(60_000);
        expect(screen.queryByRole('button', { name: 'Mark Read: Second' })).toBeNull();
        tapControl('Mark Read: Third');
        await unreadIs(token, 0);
        const read = { type: 'notif.read', noticeId: 'x' } as Parameters<
          typeof applyQueuedCommandsToUnreadCount
        >[1][number];
        expect(applyQueuedCommandsToUnreadCount({ count: 1, atMs: 0 }, [read], [])).toBe(0);
        expect(applyQueuedCommandsToUnreadCount({ count: 0, atMs: 0 }, [read, read], [])).toBe(0);
      },
    );

    test(says('Mark all read sets every item to read and the count to 0.'), async () => {
      const { id, token } = await openPanel();
      tapControl('Mark All Read');
      await unreadIs(token, 0);
      expect((await readDates(id)).map(({ readAt }) => readAt === null)).toEqual([false, false, false]);
      expect(screen.queryByRole('button', { name: /^Mark Read/ })).toBeNull();
    });

    test(says('Delete removes the item and decrements the count if it was unread.'), async () => {
      const { token } = await openPanel();
      tapControl('Delete: First');
      await waitFor(() => expect(titles()).toEqual(['Third', 'Second']));
      await unreadIs(token, 2);
      tapControl('Delete: Third');
      await waitFor(() => expect(titles()).toEqual(['Second']));
      await unreadIs(token, 1);
    });

    test(says('Clear all empties the list and sets the count to 0.'), async () => {
      const { id, token } = await openPanel();
      tapControl('Clear All');
      await waitFor(() => expect(titles()).toEqual([]));
      tapControl('Close');
      await unreadIs(token, 0);
      expect(await readDates(id)).toEqual([]);
    });

    /** Credits the wallet between two of its answers, so that the phone itself makes the notification. */
    const learnOfMoney = async () => {
      const shopper = await phone.member();
      await addNotification(shopper.id, 'Older');
      await phone.open('/wallet');
      await screen.findByRole('heading', { name: 'Transaction History' });
      const refresh = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh wallet' });
      await waitFor(() => expect(refresh.disabled).toBe(false));
      const sinceMs = Date.now();
      await adjustTestWallet(phone.api, shopper.id, 700);
      tapControl('Refresh wallet');
      await screen.findByRole('button', { name: 'Notifications, 2 unread' });
      return sinceMs;
    };

    test(says('A local notification gets a generated id, read false and the current time.'), async () => {
      const sinceMs = await learnOfMoney();
      expect(local.current()).toHaveLength(1);
      const notification = local.current()[0];
      expect(notification?._id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(notification?.read).toBe(false);
      expect(notification?.readAt).toBeNull();
      expect(Date.parse(notification?.createdAt ?? '')).toBeGreaterThanOrEqual(sinceMs);
      expect(Date.parse(notification?.createdAt ?? '')).toBeLessThanOrEqual(Date.now());
    });

    test(says('It is put at the front and the count is incremented.'), async () => {
      await learnOfMoney();
      tapControl('Notifications, 2 unread');
      await screen.findByText('Older', { selector: 'h3' });
      expect(titles()).toEqual(['Wallet Updated', 'Older']);
      expect(screen.getByText('Wallet credited ₦700 - Goodwill')).toBeDefined();
    });

    test(
      says(
        'Local notification titles: Payment Successful, Payment Failed, Group Buy Secured, Group Buy Update, Referral Bonus Earned, New Referral, Wallet Updated.',
      ),
      () => {
        type Group = Parameters<typeof createGroupStatusNotifications>[0]['data'][number];
        const group = (status: string) => ({
          data: [{ _id: 'g', status, productId: { title: 'Rice' } } as Group],
        });
        type Info = Parameters<typeof createReferralNotifications>[0];
        const info = (completedRounds: number, ...ids: string[]) =>
          ({ completedRounds, referredUsers: ids.map((id) => ({ id, name: 'Bisi O.' })) }) as Info;
        const told = [
          createLocalNotification({
            fact: 'payment_successful',
            reference: 'gb-1',
            totalKobo: 500_000,
            method: 'wallet_only',
          }),
          createLocalNotification({ fact: 'payment_failed', reference: 'gb-2', reason: 'Declined' }),
          ...createGroupStatusNotifications(group('active'), group('successful')),
          ...createGroupStatusNotifications(group('secured'), group('processing')),
          ...createReferralNotifications(info(0, 'a'), info(1, 'a'), 'me'),
          ...createReferralNotifications(info(0), info(0, 'b'), 'me'),
          createLocalNotification({
            fact: 'wallet',
            txId: '7',
            oldBalanceKobo: 0,
            newBalanceKobo: 50_000,
            reason: 'REFUND',
          }),
        ];
        expect(told.map(({ title }) => title)).toEqual([
          'Payment Successful',
          'Payment Failed',
          'Group Buy Secured',
          'Group Buy Update',
          'Referral Bonus Earned',
          'New Referral',
          'Wallet Updated',
        ]);
      },
    );

    test(
      says(
        'Filtering is client-side by search text (case-insensitive, in title or message) and by category.',
      ),
      async () => {
        await openPanel();
        const asked = phone.line.sent.length;
        const search = (text: string) =>
          fireEvent.change(screen.getByPlaceholderText('Search notifications...'), {
            target: { value: text },
          });
        search('sEcOnD');
        expect(titles()).toEqual(['Second']);
        search('for rice');
        expect(titles()).toEqual(['First']);
        search('');
        expect(titles()).toEqual(['Third', 'Second', 'First']);
        const chip = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
        chip('Wallet');
        expect(titles()).toEqual(['Second']);
        search('paid');
        expect(titles()).toEqual([]);
        chip('Payment');
        expect(titles()).toEqual(['First']);
        expect(phone.line.sent).toHaveLength(asked);
      },
    );

    test(says('The list load takes at least 1500 ms.'), async () => {
      const { id } = await phone.member();
      await addNotification(id, 'Only one', { message: 'And its message' });
      await phone.open('/about');
      await screen.findByRole('button', { name: /1 unread/ });
      const letAnswer = phone.line.hold(LIST);
      const startedMs = performance.now();
      tapControl(/^Notifications/);
      await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(1));
      expect(await screen.findByText('Loading notifications...')).toBeDefined();
      letAnswer();
      await screen.findByText('Only one');
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_495);
      expect(screen.queryByText('Loading notifications...')).toBeNull();
    });
  });
}
