import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CLEAR_NOTIFICATIONS_UNDO_MS } from '../../../src/features/notifications/panel/use-undoable-clear.ts';
import { listVisibleToasts, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { BROKEN, refusal } from '../broken.ts';
import { says } from '../specification.ts';

/** Tests how failures of notifications, referral and wallet are shown. */
export function memberFailures(phone: SimulatedPhone): void {
  const log = () => ({
    info: vi.spyOn(console, 'info').mockImplementation(() => undefined),
    warn: vi.spyOn(console, 'warn').mockImplementation(() => undefined),
  });

  test(says('Notification call failures: logged only, with no user message.'), async () => {
    const { id } = await phone.member();
    await phone.api.db.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
       VALUES ($1, 'a', 'info', 'system', 'A notice', 'Something')`,
      [id],
    );
    const logged = log();
    startAdvancingFakeTimers();
    await phone.open('/about');
    tapControl(/^Notifications/);
    await screen.findByText('Loading notifications...');
    await advanceFakeTime(1_500);
    await screen.findByText('A notice');
    for (const [button, call] of [
      ['Mark Read: A notice', /^PATCH .*\/read$/],
      ['Delete: A notice', /^DELETE .*\/notifications\/[0-9a-f-]+$/],
      ['Mark All Read', /mark-all-read$/],
      ['Clear All', /clear-all$/],
    ] as const) {
      const notification = await screen.findByText('A notice');
      expect(notification).toBeDefined();
      const noticeId = (
        await phone.api.db.query<{ id: string }>('SELECT id FROM notifications WHERE user_id = $1', [id])
      )[0];
      for (const failing of [
        `PATCH /api/notifications/${noticeId?.id}/read`,
        `DELETE /api/notifications/${noticeId?.id}`,
        'PATCH /api/notifications/mark-all-read',
        'DELETE /api/notifications/clear-all',
      ]) {
        phone.line.fail(failing, refusal('Refused for the test'));
      }
      logged.warn.mockClear();
      tapControl(button);
      // Clear All is sent only when it can no longer be undone.
      if (button === 'Clear All') await advanceFakeTime(CLEAR_NOTIFICATIONS_UNDO_MS);
      await waitFor(() => expect(phone.line.sent.some((sent) => call.test(sent.call))).toBe(true));
      await waitFor(() => expect(logged.warn).toHaveBeenCalled());
    }
    phone.line.fail('GET /api/notifications', BROKEN);
    phone.line.fail('GET /api/notifications/unread-count', BROKEN);
    logged.info.mockClear();
    tapControl('Refresh');
    for (const ms of [1_500, 1_100, 2_100, 4_100]) await advanceFakeTime(ms);
    await waitFor(() => expect(logged.info).toHaveBeenCalled());
    expect(listVisibleToasts()).toEqual([]);
    expect(document.body.textContent).not.toMatch(/Refused for the test|The till is on fire/);
  });

  describe('Referral', () => {
    const openReferral = async () => {
      const shopper = await phone.member();
      await phone.open('/referral');
      await waitFor(() => expect(screen.getByText(shopper.referralCode)).toBeDefined());
      return `${location.origin}/register?ref=${shopper.referralCode}`;
    };
    const useClipboard = (writeText: (text: string) => Promise<void>) =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

    test(
      says('Referral share: if sharing is unavailable, the text and link are copied to the clipboard.'),
      async () => {
        const link = await openReferral();
        const copied: string[] = [];
        useClipboard(async (text) => void copied.push(text));
        expect('share' in navigator).toBe(false);
        tapControl('Share Link');
        await waitFor(() => expect(copied).toHaveLength(1));
        expect(copied[0]).toMatch(/^Join me on .+: Buy Together, Save Together\. /);
        expect(copied[0]?.endsWith(` ${link}`)).toBe(true);
      },
    );

    test(says('Copy and share failures are only logged.'), async () => {
      await openReferral();
      const { warn } = log();
      await waitFor(() => expect(phone.queryClient.isFetching()).toBe(0));
      useClipboard(() => Promise.reject(new Error('not allowed')));
      tapControl('Copy Link');
      await waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
      Object.assign(navigator, { share: () => Promise.reject(new Error('no sheet')) });
      tapControl('Share Link');
      // The share sheet fails, and then the copy that replaces it.
      await waitFor(() => expect(warn).toHaveBeenCalledTimes(3));
      Reflect.deleteProperty(navigator, 'share');
      await screen.findByRole('button', { name: 'Share Link' });
      // Both failures leave the link selected and say so, without an error message.
      expect(document.querySelector('main [role="alert"]')).toBeNull();
      const word = 'We could not copy it. It is selected: please copy it by hand.';
      await waitFor(() => expect(listVisibleToasts().join(' ')).toContain(word));
    });

    test(
      says("Render failure in a referral panel: 'Something went wrong' and a 'Try Again' button."),
      async () => {
        vi.spyOn(console, 'error').mockImplementation(() => undefined);
        await phone.member();
        // No panel can draw this answer.
        phone.line.fail(
          'GET /api/referral/info',
          { status: 200, body: { success: true, referredUsers: 7 } },
          1,
        );
        await phone.open('/referral');
        expect(await screen.findByText('Something went wrong')).toBeDefined();
        expect(screen.getByRole('heading', { name: 'Your Referral Stats' })).toBeDefined();
        tapControl('Try Again');
        expect(await screen.findByText('Referred Users (0)')).toBeDefined();
        expect(screen.queryByText('Something went wrong')).toBeNull();
      },
    );
  });

  test(says('Wallet refresh and socket connection errors: logged only.'), async () => {
    await phone.member();
    const { info } = log();
    startAdvancingFakeTimers();
    await phone.open('/wallet');
    await screen.findByText('Wallet Balance');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLButtonElement>('Refresh wallet').disabled).toBe(false),
    );
    for (const call of ['GET /api/wallet', 'GET /api/referral/info', 'GET /api/referral/stats']) {
      phone.line.fail(call, BROKEN);
    }
    const before = within(screen.getByRole('main')).getByLabelText('Wallet Balance').textContent;
    tapControl('Refresh wallet');
    for (const ms of [1_500, 1_100, 2_100, 4_100]) await advanceFakeTime(ms);
    await waitFor(() => expect(info).toHaveBeenCalled());
    expect(screen.getByLabelText('Wallet Balance').textContent).toBe(before);
    expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);

    // The token belongs to no session, so the shop refuses the socket.
    vi.useRealTimers();
    const shopper = await phone.member();
    phone.signIn({ ...shopper, token: 'of.nobody.here' });
    phone.line.fail('POST /api/auth/refresh', BROKEN);
    info.mockClear();
    phone.goLive();
    await phone.open('/about');
    await waitFor(() =>
      expect(info).toHaveBeenCalledWith('no live line', expect.stringContaining('unauthorized')),
    );
    expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);
  });

  test(says('Failed queries: the final failure is not shown to the user.'), async () => {
    await phone.member();
    const { info } = log();
    for (const call of [
      'GET /api/cart',
      'GET /api/config',
      'GET /api/notifications/unread-count',
      'GET /api/referral/info',
      'GET /api/referral/stats',
    ]) {
      phone.line.fail(call, BROKEN);
    }
    startAdvancingFakeTimers();
    await phone.open('/referral');
    for (const ms of [1_100, 2_100, 4_100, 8_100, 500]) await advanceFakeTime(ms);
    await waitFor(() => expect(info.mock.calls.length).toBeGreaterThanOrEqual(5));
    expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);
    expect(document.body.textContent).not.toContain('The till is on fire');
  });
}
