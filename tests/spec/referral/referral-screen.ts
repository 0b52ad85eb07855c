import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';
import { answerReferral, INFO, LINK, openReferral } from './referral-answers.ts';

/** Tests the four panels of the referral programme. */
export function referralScreen(phone: SimulatedPhone): void {
  const open = async (info?: Record<string, unknown>, stats?: Record<string, unknown>) => {
    await phone.member();
    answerReferral(phone, info, stats);
    await openReferral(phone);
  };
  const panel = (name: string | RegExp) =>
    screen.getByRole('heading', { level: 2, name }).closest('section') as HTMLElement;
  const shares = (label: string) => screen.getByRole('button', { name: label }) as HTMLButtonElement;

  describe('Referral', () => {
    test(says("Title 'Referral Program'."), async () => {
      await open();
      expect(screen.getByRole('heading', { level: 1, name: 'Referral Program' })).toBeDefined();
    });

    test(
      says("Intro: 'Invite friends to join {brand} and earn rewards when they make their first purchase!'."),
      async () => {
        await open();
        const words = 'Invite friends to join Oja Wa and earn rewards when they make their first purchase!';
        expect(await screen.findByText(words)).toBeDefined();
      },
    );

    test(
      says(
        "Four panels, each guarded by an error fallback showing 'Something went wrong', 'We encountered an error while loading this content. Please try refreshing the page.' and a 'Try Again' button that resets that panel.",
      ),
      async () => {
        vi.spyOn(console, 'error').mockImplementation(() => undefined);
        // Each value is one that only the named panel reads, and that it cannot draw.
        const noFigure = { toString: null };
        const broken: [string, Record<string, unknown>, Record<string, unknown>][] = [
          ['Share Your Referral Link', { referralCode: {} }, {}],
          ['Bonus Progress', { nextBonusThreshold: noFigure }, {}],
          ['Your Referral Stats', {}, { completedRounds: noFigure }],
          ['Referred Users (0)', { referredUsers: null }, {}],
        ];
        const names = broken.map(([name]) => name);
        const shown = () => names.filter((name) => screen.queryByRole('heading', { level: 2, name }));
        for (const [name, info, stats] of broken) {
          await open(info, stats);
          const fallback = await screen.findByRole('alert');
          expect(within(fallback).getByText('Something went wrong')).toBeDefined();
          const words = 'We encountered an error while loading this content. Please try refreshing the page.';
          expect(within(fallback).getByText(words)).toBeDefined();
          expect(shown()).toEqual(names.filter((other) => other !== name));
          answerReferral(phone);
          fireEvent.click(within(fallback).getByRole('button', { name: 'Try Again' }));
          await waitFor(() => expect(shown()).toEqual(names));
          expect(await screen.findByText('ABCD2345')).toBeDefined();
          expect(screen.queryByText('Something went wrong')).toBeNull();
        }
      },
    );

    test(
      says(
        "Text: 'Share your unique referral code or link with friends. When they sign up and make their first purchase, you'll both get rewards!'.",
      ),
      async () => {
        await open();
        const words =
          "Share your unique referral code or link with friends. When they sign up and make their first purchase, you'll both get rewards!";
        expect(within(panel('Share Your Referral Link')).getByText(words)).toBeDefined();
      },
    );

    test(
      says("Shows the code and a read-only link, both displaying 'Loading...' until available."),
      async () => {
        await phone.member();
        phone.line.fail(INFO, 'silence');
        await phone.open('/referral');
        const link = () => screen.getByLabelText('Referral link') as HTMLInputElement;
        expect(screen.getByText('Loading...')).toBeDefined();
        expect(link().value).toBe('Loading...');
        await open();
        expect(screen.getByText('ABCD2345')).toBeDefined();
        expect([link().value, link().readOnly]).toEqual([LINK, true]);
        expect(screen.queryByText('Loading...')).toBeNull();
      },
    );

    test(says("'Copy Link' copies the link and shows 'Copied!' for 2 seconds."), async () => {
      const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      await open();
      startFrozenFakeTimers();
      tapControl('Copy Link');
      await advanceFakeTime(0);
      expect(writeText.mock.calls).toEqual([[LINK]]);
      await advanceFakeTime(1_999);
      expect(shares('Copied!')).toBeDefined();
      await advanceFakeTime(1);
      expect(shares('Copy Link')).toBeDefined();
    });

    test(says("'Share Link' uses a share helper and shows 'Sharing...' meanwhile."), async () => {
      let done = () => {};
      const shared = vi.fn(
        () =>
          new Promise<void>((resolve) => {
            done = resolve;
          }),
      );
      Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
      try {
        await open();
        tapControl('Share Link');
        expect(await screen.findByRole('button', { name: 'Sharing...' })).toBeDefined();
        expect(shared.mock.calls).toEqual([[expect.objectContaining({ url: LINK })]]);
        done();
        expect(await screen.findByRole('button', { name: 'Share Link' })).toBeDefined();
      } finally {
        Reflect.deleteProperty(navigator, 'share');
      }
    });

    test(says('Both buttons are disabled when there is no link.'), async () => {
      await open();
      expect([shares('Copy Link').disabled, shares('Share Link').disabled]).toEqual([false, false]);
      await open({ referralLink: '' });
      expect([shares('Copy Link').disabled, shares('Share Link').disabled]).toEqual([true, true]);
    });

    test(says("'Bonus Progress': an icon, a progress bar and 'current / needed' labels."), async () => {
      await open({ referralCount: 2 });
      const bonus = panel('Bonus Progress');
      expect(bonus.querySelector('svg')).not.toBeNull();
      const bar = within(bonus).getByRole('progressbar');
      expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['2', '3']);
      expect(within(bonus).getByText('2 / 3')).toBeDefined();
      expect(within(bonus).getByText('Current / needed')).toBeDefined();
    });

    test(
      says(
        "Message: 'N more referral(s) to unlock your bonus', or 'Congratulations! You've reached the bonus threshold!' when the target is reached.",
      ),
      async () => {
        await open({ referralCount: 0 });
        expect(screen.getByText('3 more referral(s) to unlock your bonus')).toBeDefined();
        await open({ referralCount: 2 });
        expect(screen.getByText('1 more referral(s) to unlock your bonus')).toBeDefined();
        await open({ referralCount: 3 });
        expect(screen.getByText("Congratulations! You've reached the bonus threshold!")).toBeDefined();
      },
    );

    test(says("When rounds are completed it shows 'Completed rounds: n | Total earned: ₦x'."), async () => {
      await open({ completedRounds: 0 });
      expect(screen.queryByText(/Completed rounds/)).toBeNull();
      await open({ completedRounds: 2, totalEarnings: 1_000, referralCount: 7, nextBonusThreshold: 9 });
      expect(screen.getByText('Completed rounds: 2 | Total earned: ₦1,000')).toBeDefined();
    });

    test(
      says("Footer: 'Bonus received! Keep referring for more rewards.' if a bonus was received."),
      async () => {
        await open({ referralCount: 4, nextBonusThreshold: 6 }, { bonusEarned: 500 });
        expect(screen.getByText('Bonus received! Keep referring for more rewards.')).toBeDefined();
      },
    );

    test(
      says("'Bonus unlocked! It will be added to your wallet soon.' if reached but not received."),
      async () => {
        await open({ referralCount: 3 });
        expect(screen.getByText('Bonus unlocked! It will be added to your wallet soon.')).toBeDefined();
      },
    );

    test(says("Otherwise 'Earn ₦500 bonus when you refer 3 friends!'."), async () => {
      await open({ referralCount: 1 });
      expect(screen.getByText('Earn ₦500 bonus when you refer 3 friends!')).toBeDefined();
    });

    test(
      says(
        "'Your Referral Stats': Total Referrals, Bonus Earned (with '(n rounds)' when rounds are above 0), Referrals to Next Bonus.",
      ),
      async () => {
        const figures = () =>
          [...panel('Your Referral Stats').querySelectorAll('dl > div')].map(
            ({ textContent }) => textContent,
          );
        await open();
        expect(figures()).toEqual(['Total Referrals0', 'Bonus Earned₦0', 'Referrals to Next Bonus3']);
        await open({}, { totalReferrals: 7, bonusEarned: 1_000, completedRounds: 2, remainingForBonus: 2 });
        expect(figures()).toEqual([
          'Total Referrals7',
          'Bonus Earned₦1,000(2 rounds)',
          'Referrals to Next Bonus2',
        ]);
      },
    );

    test(
      says(
        "'Referred Users (count)': a list with an initials avatar, the name (fallback 'User {n}'), 'Joined {short en-US date}' and an 'Active' badge.",
      ),
      async () => {
        const friend = { id: 'a', name: 'Bisi Ade', joinedAt: '2026-11-12T09:00:00.000Z', active: true };
        await open({
          referredUsers: [friend, { ...friend, id: 'b', name: '' }, { ...friend, id: 'c', active: false }],
        });
        const people = within(panel('Referred Users (3)')).getAllByRole('listitem');
        expect(people.map(({ textContent }) => textContent)).toEqual([
          'BABisi AdeJoined Nov 12, 2026Active',
          'U2User 2Joined Nov 12, 2026Active',
          'BABisi AdeJoined Nov 12, 2026',
        ]);
      },
    );

    test(says("Empty: 'No referrals yet. Start sharing your referral link to earn rewards!'."), async () => {
      await open();
      const words = 'No referrals yet. Start sharing your referral link to earn rewards!';
      expect(within(panel('Referred Users (0)')).getByText(words)).toBeDefined();
    });
  });
}
