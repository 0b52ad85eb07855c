import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

/** Tests the calls of notifications, wallet and referral. */
export function memberCalls(phone: SimulatedPhone): void {
  const answered = async (call: string) => {
    await waitFor(() => expect(phone.line.sentTo(call)[0]?.answer).toBeDefined());
    const [sent] = phone.line.sentTo(call);
    return { sent, body: sent?.body, status: sent?.answer?.status, reply: sent?.answer?.body ?? {} };
  };
  const stored = (userId: string) =>
    phone.api.db.query<{ isRead: boolean }>(
      `SELECT read_at IS NOT NULL AS "isRead" FROM notifications WHERE user_id = $1 AND deleted_at IS NULL`,
      [userId],
    );
  /** Signs in a member with two unread notifications and opens the panel. */
  const openPanel = async () => {
    const shopper = await phone.member();
    await adjustTestWallet(phone.api, shopper.id, 500);
    await phone.tell();
    await phone.api.db.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message, created_at)
       VALUES ($1, 'older', 'info', 'system', 'Older notice', 'Something', app_now() - interval '1 hour'),
         ($1, 'newer', 'info', 'system', 'Newer notice', 'Something', app_now())`,
      [shopper.id],
    );
    startAdvancingFakeTimers();
    await phone.open('/about');
    await answered('GET /api/notifications/unread-count');
    tapControl(/^Notifications/);
    await screen.findByText('Loading notifications...');
    await advanceFakeTime(1_500);
    const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
    await panel.findByText('Newer notice');
    return { shopper, panel };
  };
  const id = async (title: string) => {
    const { reply } = await answered('GET /api/notifications');
    const { notifications } = reply.data as { notifications: { _id: string; title: string }[] };
    return notifications.find((notification) => notification.title === title)?._id;
  };

  describe('Notifications', () => {
    test(says('GET /notifications | none | success and data.notifications'), async () => {
      await openPanel();
      const { body, status, reply } = await answered('GET /api/notifications');
      expect([body, status, reply.success]).toEqual([undefined, 200, true]);
      const { notifications } = reply.data as { notifications: { title: string }[] };
      expect(notifications.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Newer notice', 'Older notice']),
      );
    });

    test(says('GET /notifications/unread-count | none | success and data.unreadCount'), async () => {
      const { shopper } = await openPanel();
      const { body, status, reply } = await answered('GET /api/notifications/unread-count');
      const rows = await stored(shopper.id);
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toMatchObject({ success: true, data: { unreadCount: rows.length } });
      expect(rows.length).toBeGreaterThanOrEqual(2);
    });

    test(says('PATCH /notifications/{id}/read | none | success true means success'), async () => {
      const { shopper } = await openPanel();
      const before = (await stored(shopper.id)).length;
      tapControl('Mark Read: Newer notice');
      const { body, status, reply } = await answered(
        `PATCH /api/notifications/${await id('Newer notice')}/read`,
      );
      expect([body, status]).toEqual([{}, 200]);
      expect(reply).toEqual({ success: true });
      const rows = await stored(shopper.id);
      expect([rows.length, rows.filter(({ isRead }) => isRead).length]).toEqual([before, 1]);
    });

    test(says('PATCH /notifications/mark-all-read | none | success true means success'), async () => {
      const { shopper } = await openPanel();
      tapControl('Mark All Read');
      const { status, reply } = await answered('PATCH /api/notifications/mark-all-read');
      expect([status, reply]).toEqual([200, { success: true }]);
      expect((await stored(shopper.id)).every(({ isRead }) => isRead)).toBe(true);
      const bare = { method: 'PATCH', url: '/notifications/mark-all-read', token: shopper.token } as const;
      expect((await phone.api.call(bare)).body).toEqual({ success: true });
    });

    test(says('DELETE /notifications/{id} | none | success true means success'), async () => {
      const { shopper } = await openPanel();
      const before = (await stored(shopper.id)).length;
      tapControl('Delete: Newer notice');
      const { body, status, reply } = await answered(`DELETE /api/notifications/${await id('Newer notice')}`);
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toEqual({ success: true });
      expect(await stored(shopper.id)).toHaveLength(before - 1);
    });

    test(says('DELETE /notifications/clear-all | none | success true means success'), async () => {
      const { shopper } = await openPanel();
      tapControl('Clear All');
      // Closing the panel ends the time in which the tap can be undone, so the call is made.
      tapControl('Close');
      const { body, status, reply } = await answered('DELETE /api/notifications/clear-all');
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toEqual({ success: true });
      expect(await stored(shopper.id)).toEqual([]);
      const bare = { method: 'DELETE', url: '/notifications/clear-all', token: shopper.token } as const;
      expect((await phone.api.call(bare)).body).toEqual({ success: true });
    });
  });

  test(
    says(
      'GET /api/referral/info | none; signed in only | referralCode, referralLink, referredUsers, hasReceivedBonus, referralCount, nextBonusThreshold, totalEarnings',
    ),
    async () => {
      await phone.open('/referral');
      await waitFor(() => expect(location.pathname).toBe('/signin'));
      expect(phone.line.sentTo('GET /api/referral/info')).toEqual([]);
      expect((await phone.api.call({ method: 'GET', url: '/api/referral/info' })).status).toBe(401);
      const { referralCode } = await phone.member();
      await phone.open('/referral');
      const { body, status, reply } = await answered('GET /api/referral/info');
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toMatchObject({
        referralCode,
        referralLink: `${location.origin}/register?ref=${referralCode}`,
        referredUsers: [],
        hasReceivedBonus: false,
        referralCount: 0,
        nextBonusThreshold: 3,
        totalEarnings: 0,
      });
    },
  );

  test(
    says('GET /api/referral/stats | none | totalReferrals, bonusEarned, nextBonusAt, remainingForBonus'),
    async () => {
      await phone.member();
      await phone.open('/referral');
      const { body, status, reply } = await answered('GET /api/referral/stats');
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toMatchObject({
        totalReferrals: 0,
        bonusEarned: 0,
        nextBonusAt: 3,
        remainingForBonus: 3,
      });
    },
  );

  test(
    says('GET /api/wallet | common auth headers | balance, transactions, referralInfo, stats'),
    async () => {
      const { id: userId, token } = await phone.member();
      await adjustTestWallet(phone.api, userId, 700);
      await phone.open('/wallet');
      const { sent, body, status, reply } = await answered('GET /api/wallet');
      expect(sent?.headers).toMatchObject({ authorization: `Bearer ${token}`, accept: 'application/json' });
      expect([body, status]).toEqual([undefined, 200]);
      expect(reply).toMatchObject({
        balance: 700,
        transactions: [{ type: 'credit', amount: 700 }],
        referralInfo: { totalReferrals: 0 },
        stats: { totalSpent: 0 },
      });
    },
  );
}
