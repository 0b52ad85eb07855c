import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const LIST = 'GET /api/notifications';
const CATEGORIES = ['payment', 'group_buy', 'referral', 'wallet', 'cart', 'system', 'order'];

/** Tests the notification panel. What its buttons change in the list belongs to section 4. */
export function notificationPanel(phone: SimulatedPhone): void {
  const panel = () => within(screen.getByRole('dialog', { name: 'Notifications' }));
  const openPanel = async () => {
    tapControl(/^Notifications/);
    await screen.findByRole('dialog', { name: 'Notifications' });
  };
  const notification = (changes: Record<string, unknown> = {}) => ({
    _id: randomUUID(),
    type: 'info',
    category: 'order',
    title: 'Ready',
    message: 'Your order waits for you',
    data: {},
    factKey: randomUUID(),
    read: false,
    readAt: null,
    createdAt: new Date().toISOString(),
    timeAgo: 'Just now',
    ...changes,
  });
  const openWith = async (...notifications: ReturnType<typeof notification>[]) => {
    await phone.member();
    phone.line.fail(LIST, { status: 200, body: { success: true, data: { notifications } } });
    await phone.open('/about');
    await openPanel();
    if (notifications[0]) await screen.findAllByRole('heading', { name: notifications[0].title });
    else await screen.findByText('No notifications found');
  };
  const search = (value: string) =>
    fireEvent.change(screen.getByPlaceholderText('Search notifications...'), { target: { value } });

  describe('Notification panel', () => {
    test(
      says(
        "Title 'Notifications (N unread)', a refresh button, a close button, a search box 'Search notifications...', category chips (All plus each category), and the buttons 'Mark All Read' and 'Clear All'.",
      ),
      async () => {
        await openWith(
          notification(),
          notification({ read: true, readAt: new Date().toISOString() }),
          notification(),
        );
        expect(panel().getByRole('heading', { name: 'Notifications (2 unread)' })).toBeDefined();
        for (const name of ['Refresh', 'Close', 'Mark All Read', 'Clear All']) {
          expect(panel().getByRole('button', { name })).toBeDefined();
        }
        expect(panel().getByPlaceholderText('Search notifications...')).toBeDefined();
        const chips = within(panel().getByRole('group', { name: 'Category' })).getAllByRole('button');
        expect(chips.map(({ textContent }) => textContent)).toEqual([
          'All',
          'Payment',
          'Group buy',
          'Referral',
          'Wallet',
          'Cart',
          'System',
          'Order',
        ]);
        const asked = phone.line.sentTo(LIST).length;
        tapControl('Refresh');
        await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(asked + 1));
        tapControl('Close');
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      },
    );

    test(says("The list shows 'Loading notifications...'."), async () => {
      await phone.member();
      phone.line.fail(LIST, 'silence');
      await phone.open('/about');
      await openPanel();
      expect(panel().getByText('Loading notifications...')).toBeDefined();
    });

    test(
      says(
        "When empty it shows 'No notifications found' with 'Try adjusting your search or filters' if a search or filter is active, otherwise 'You're all caught up!'.",
      ),
      async () => {
        await openWith();
        expect(screen.getByText("You're all caught up!")).toBeDefined();
        expect(screen.queryByText('Try adjusting your search or filters')).toBeNull();
        search('rice');
        expect(screen.getByText('No notifications found')).toBeDefined();
        expect(screen.getByText('Try adjusting your search or filters')).toBeDefined();
        expect(screen.queryByText("You're all caught up!")).toBeNull();
        search('');
        expect(screen.getByText("You're all caught up!")).toBeDefined();
        tapControl('Payment');
        expect(screen.getByText('Try adjusting your search or filters')).toBeDefined();
      },
    );

    test(says("Each item shows an icon, title, time-ago (default 'Just now') and message."), async () => {
      const at = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
      await openWith(
        notification({ title: 'Fresh' }),
        notification({ title: 'Five', createdAt: at(5) }),
        notification({ title: 'Hours', createdAt: at(180) }),
        notification({ title: 'Undated', createdAt: 'nobody knows' }),
      );
      const item = (title: string) =>
        panel().getByRole('heading', { name: title }).closest('li') as HTMLElement;
      const ago = (title: string) => item(title).querySelector('time')?.textContent;
      expect(['Fresh', 'Five', 'Hours', 'Undated'].map(ago)).toEqual([
        'Just now',
        '5m ago',
        '3h ago',
        'Just now',
      ]);
      expect(item('Five').querySelector('svg')).not.toBeNull();
      expect(within(item('Five')).getByText('Your order waits for you')).toBeDefined();
    });

    test(says("It has a 'Mark Read' button (only if unread) and a 'Delete' button."), async () => {
      await openWith(
        notification({ title: 'New one' }),
        notification({ title: 'Old one', read: true, readAt: new Date().toISOString() }),
      );
      expect(panel().getByRole('button', { name: 'Mark Read: New one' }).textContent).toBe('Mark Read');
      expect(panel().getByRole('button', { name: 'Delete: New one' }).textContent).toBe('Delete');
      expect(panel().queryByRole('button', { name: 'Mark Read: Old one' })).toBeNull();
      expect(panel().getByRole('button', { name: 'Delete: Old one' })).toBeDefined();
    });

    test(says('Clicking an unread item marks it read.'), async () => {
      const unread = notification({ title: 'Tap me' });
      await openWith(
        unread,
        notification({ title: 'Read before', read: true, readAt: new Date().toISOString() }),
      );
      fireEvent.click(panel().getByText('Read before'));
      fireEvent.click(panel().getByText('Tap me'));
      await panel().findByRole('heading', { name: 'Notifications (0 unread)' });
      expect(panel().queryByRole('button', { name: 'Mark Read: Tap me' })).toBeNull();
      const reads = () => phone.line.sent.filter(({ call }) => call.startsWith('PATCH /api/notifications/'));
      await waitFor(() =>
        expect(reads().map(({ call }) => call)).toEqual([`PATCH /api/notifications/${unread._id}/read`]),
      );
    });

    test('each category has an icon of its own, any other the generic bell', async () => {
      await openWith(
        ...[...CATEGORIES, 'weather'].map((category) => notification({ category, title: `Of ${category}` })),
      );
      const drawings = panel()
        .getAllByRole('listitem')
        .map((item) => item.querySelector('svg')?.innerHTML);
      expect(new Set(drawings).size).toBe(CATEGORIES.length + 1);
    });
  });
}
