import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { advanceFakeTime, startFrozenFakeTimers } from '../../../tests/support/phone-time.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { ScreenReaderAnnouncer } from '../../ui/message/Announcer.tsx';
import ReferralRoute from './ReferralRoute.tsx';

const LINK = 'https://shop.example/register?ref=ADAOBI12';
const info = {
  success: true,
  referralCode: 'ADAOBI12',
  referralLink: LINK,
  referredUsers: [
    { name: 'Tunde B.', joinedAt: '2026-11-12T10:00:00.000Z', active: true },
    { name: '', joinedAt: '2026-10-28T10:00:00.000Z', active: false },
  ],
  hasReceivedBonus: false,
  referralCount: 2,
  nextBonusThreshold: 3,
  totalEarnings: 0,
  totalReferrals: 2,
  completedRounds: 0,
};
const stats = {
  success: true,
  totalReferrals: 14,
  bonusEarned: 2_000,
  nextBonusAt: 15,
  remainingForBonus: 1,
  completedRounds: 4,
};

beforeEach(() => signInWithoutApp());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openReferral(script: ScriptedApiRoutes = {}) {
  installScriptedApi({
    'GET /api/referral/info': () => ({ json: info }),
    'GET /api/referral/stats': () => ({ json: stats }),
    ...script,
  });
  renderScreenWithoutApp(<ReferralRoute />, { at: '/referral', beside: <ScreenReaderAnnouncer /> });
}
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

test('code and link say Loading... and the buttons are off until they are known', async () => {
  openReferral({ 'GET /api/referral/info': () => 'lost' });
  expect(screen.getByRole('heading', { level: 1, name: 'Referral Program' })).toBeDefined();
  expect(
    screen.getByText('Invite friends to join Ajora and earn rewards when they make their first purchase!'),
  ).toBeDefined();
  expect(screen.getByText('Loading...')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Referral link').value).toBe('Loading...');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy Link' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share Link' }).disabled).toBe(true);
});

test('Copy Link copies and says Copied! for two seconds', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openReferral();
  await screen.findByText('ADAOBI12');
  startFrozenFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(write).toHaveBeenCalledWith(LINK);
  await advanceFakeTime(0);
  await advanceFakeTime(1_999);
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeDefined();
  expect(document.querySelector('[data-announcer]')?.textContent).toBe('Copied!');
  await advanceFakeTime(1);
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeDefined();
});

test('Share Link shows Sharing... while the phone shares', async () => {
  let finish: () => void = () => undefined;
  const shared: ShareData[] = [];
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: (data: ShareData) => {
      shared.push(data);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  });
  openReferral();
  await screen.findByText('ADAOBI12');
  await userEvent.click(screen.getByRole('button', { name: 'Share Link' }));
  const busy = screen.getByRole('button', { name: 'Sharing...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  expect(shared).toEqual([
    { title: 'Join Ajora', text: 'Join me on Ajora: Buy Together, Save Together.', url: LINK },
  ]);
  finish();
  expect(await screen.findByRole('button', { name: 'Share Link' })).toBeDefined();
  Reflect.deleteProperty(navigator, 'share');
});

test.each(['Copy Link', 'Share Link'])(
  'where the browser copies nothing, %s selects the link and says so',
  async (name) => {
    const toasts = recordToastRequests();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    openReferral();
    await screen.findByText('ADAOBI12');
    const select = vi.spyOn(screen.getByLabelText<HTMLInputElement>('Referral link'), 'select');
    await userEvent.click(screen.getByRole('button', { name }));
    await vi.waitFor(() =>
      expect(toasts.at(-1)?.message).toBe('We could not copy it. It is selected: please copy it by hand.'),
    );
    expect(select).toHaveBeenCalled();
    expect(await screen.findByRole('button', { name })).toBeDefined();
  },
);

test('the bonus panel counts the round', async () => {
  openReferral({ 'GET /api/referral/stats': () => 'lost' });
  expect(await screen.findByText('1 more referral(s) to unlock your bonus')).toBeDefined();
  const panel = region('Bonus Progress');
  expect(panel.getByText('2 / 3')).toBeDefined();
  const bar = panel.getByRole('progressbar');
  expect(['valuemin', 'valuenow', 'valuemax'].map((name) => bar.getAttribute(`aria-${name}`))).toEqual([
    '0',
    '2',
    '3',
  ]);
  expect(panel.getByText('Earn ₦500 bonus when you refer 3 friends!')).toBeDefined();
});

test('rounds that the server does not name are counted', async () => {
  const { completedRounds: _, ...bare } = stats;
  const {
    completedRounds: __,
    totalReferrals: ___,
    ...bareInfo
  } = {
    ...info,
    referralCount: 7,
    totalEarnings: 1_000,
  };
  openReferral({
    'GET /api/referral/info': () => ({ json: bareInfo }),
    'GET /api/referral/stats': () => ({ json: bare }),
  });
  expect(await screen.findByText('(4 rounds)')).toBeDefined();
  expect(await screen.findByText('Completed rounds: 2 | Total earned: ₦1,000')).toBeDefined();
});

test('the statistics name the rounds', async () => {
  openReferral();
  expect(await screen.findByText('(4 rounds)')).toBeDefined();
  const panel = region('Your Referral Stats');
  expect(panel.getByText('Total Referrals').nextSibling?.textContent).toBe('14');
  expect(panel.getByText('Bonus Earned').nextSibling?.textContent).toBe('₦2,000');
  expect(panel.getByText('Referrals to Next Bonus').nextSibling?.textContent).toBe('1');
});

test('referred users stand with name, date and whether they count', async () => {
  openReferral();
  expect(await screen.findByRole('heading', { name: 'Referred Users (2)' })).toBeDefined();
  const [first, second] = region(/Referred Users/).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/Tunde B\..*Joined Nov 12, 2026.*Active/);
  expect(second?.textContent).toContain('User 2');
});

test('without referrals it invites to share', async () => {
  openReferral({ 'GET /api/referral/info': () => ({ json: { ...info, referredUsers: [] } }) });
  expect(
    await screen.findByText('No referrals yet. Start sharing your referral link to earn rewards!'),
  ).toBeDefined();
});

test('a panel that breaks stays alone, and Try Again draws it anew', async () => {
  let isBroken = true;
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  openReferral({
    'GET /api/referral/info': () => ({
      json: { ...info, referredUsers: isBroken ? null : info.referredUsers },
    }),
  });
  expect(await screen.findByText('Something went wrong')).toBeDefined();
  expect(
    screen.getByText('We encountered an error while loading this content. Please try refreshing the page.'),
  ).toBeDefined();
  expect(screen.getByText('ADAOBI12')).toBeDefined();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Referred Users (2)' })).toBeDefined();
  quiet.mockRestore();
});

test('the first round is named too', async () => {
  openReferral({ 'GET /api/referral/stats': () => ({ json: { ...stats, completedRounds: 1 } }) });
  expect(await screen.findByText('(1 round)')).toBeDefined();
});

test('offline a phone that never saw the referrals counts none of them', async () => {
  onlineManager.setOnline(false);
  openReferral();
  expect(await screen.findAllByText(/^Not saved on your phone yet/)).toHaveLength(4);
  for (const words of ['0 / 3', '₦0', /^No referrals yet/, /\(0\)/, 'Loading...']) {
    expect(screen.queryByText(words)).toBeNull();
  }
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { name: 'Referred Users (2)' })).toBeDefined();
});

test('referrals that could not be loaded say so, and Try Again asks for them', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isBroken = true;
  const answer = () => (isBroken ? createScriptedRefusal(500, 'x', 'internal') : { json: info });
  openReferral({ 'GET /api/referral/info': answer });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findAllByText('Your referrals could not be loaded.')).toHaveLength(3);
  expect(screen.queryByText(/^No referrals yet/)).toBeNull();
  isBroken = false;
  fireEvent.click(screen.getAllByRole('button', { name: 'Try Again' })[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Referred Users (2)' })).toBeDefined();
});
