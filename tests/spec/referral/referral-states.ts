import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ReferralInfo } from '#contract/schemas/referral.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';
import { answerReferral, INFO, openReferral, STATS } from './referral-answers.ts';

const WALLET = 'GET /api/wallet';

/** Tests rounds and bonuses, and the refresh of the wallet page. */
export function referralStates(phone: SimulatedPhone): void {
  /** Signs in a member with the given referrals. */
  const refer = async (info: Partial<ReferralInfo>, stats?: Record<string, unknown>) => {
    await phone.member();
    answerReferral(phone, info, stats);
  };
  const openReferred = async (...answers: Parameters<typeof refer>) => {
    await refer(...answers);
    await openReferral(phone);
  };
  const openWallet = async () => {
    await phone.open('/wallet');
    await screen.findByRole('heading', { name: 'Transaction History' });
  };
  const isThere = async (words: string) => expect(await screen.findByText(words)).toBeDefined();
  const refresh = () => screen.getByRole('button', { name: 'Refresh wallet' }) as HTMLButtonElement;

  describe('Referral and wallet', () => {
    test(says('Completed rounds = floor(total referrals / 3).'), async () => {
      for (const [totalReferrals, words] of [
        [2, 'Total earned from referrals'],
        [3, 'Completed 1 round(s)'],
        [5, 'Completed 1 round(s)'],
        [6, 'Completed 2 round(s)'],
      ] as const) {
        // Without the server's number of rounds the page counts them itself.
        await refer({
          totalReferrals,
          completedRounds: undefined as never,
          totalEarnings: undefined as never,
        });
        await openWallet();
        await isThere(words);
      }
    });

    test(says('Bonus earned = rounds x 500 naira.'), async () => {
      await refer(
        { totalReferrals: 7, completedRounds: undefined as never, totalEarnings: undefined as never },
        { bonusEarned: undefined },
      );
      await openWallet();
      await isThere('Completed 2 round(s)');
      expect(screen.getByLabelText('Referral Earnings').textContent).toContain('₦1,000');
    });

    test(says("Below the target (3, or nextBonusThreshold) shows 'N more to unlock'."), async () => {
      await openReferred({ referralCount: 1, nextBonusThreshold: 0 });
      await isThere('2 more referral(s) to unlock your bonus');
      await openReferred({ referralCount: 4, nextBonusThreshold: 6 });
      await isThere('2 more referral(s) to unlock your bonus');
    });

    test(
      says(
        'At or above it the bonus is reached. hasReceivedBonus is derived on the page from bonusEarned > 0.',
      ),
      async () => {
        const reached = "Congratulations! You've reached the bonus threshold!";
        for (const referralCount of [3, 4]) {
          // The page decides by the statistics and ignores what this answer claims about the bonus.
          await openReferred({ referralCount, hasReceivedBonus: true }, { bonusEarned: 0 });
          await isThere(reached);
          await isThere('Bonus unlocked! It will be added to your wallet soon.');
        }
        await openReferred({ referralCount: 3, hasReceivedBonus: false }, { bonusEarned: 500 });
        await isThere('Bonus received! Keep referring for more rewards.');
      },
    );

    test(
      says("It means 'received'; otherwise 'pending', with the text 'added to wallet soon'."),
      async () => {
        await openReferred({ referralCount: 3 }, { bonusEarned: 500 });
        await isThere('Bonus received! Keep referring for more rewards.');
        expect(screen.queryByText(/added to your wallet soon/)).toBeNull();
        await openReferred({ referralCount: 3 }, { bonusEarned: 0 });
        await isThere('Bonus unlocked! It will be added to your wallet soon.');
        expect(screen.queryByText(/Bonus received/)).toBeNull();
      },
    );

    test(says("The copy button goes idle, then 'Copied!' for 2 s, then idle."), async () => {
      const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      await openReferred({});
      startFrozenFakeTimers();
      const button = () => screen.getAllByRole('button', { name: /^(Copy Link|Copied!)$/ })[0]?.textContent;
      expect(button()).toBe('Copy Link');
      tapControl('Copy Link');
      await advanceFakeTime(0);
      expect(writeText).toHaveBeenCalledWith('https://shop.example/register?ref=ABCD2345');
      expect(button()).toBe('Copied!');
      await advanceFakeTime(1_999);
      expect(button()).toBe('Copied!');
      await advanceFakeTime(1);
      expect(button()).toBe('Copy Link');
    });

    test(
      says('The wallet refresh button clears the cache and refetches wallet, referral info and stats.'),
      async () => {
        await phone.member();
        await openWallet();
        await waitFor(() => expect(refresh().disabled).toBe(false));
        const asked = () => [WALLET, INFO, STATS].map((call) => phone.line.sentTo(call).length);
        const before = asked();
        phone.line.fail(INFO, {
          status: 200,
          body: { totalReferrals: 9, completedRounds: 3, totalEarnings: 1_500 },
        });
        tapControl('Refresh wallet');
        await isThere('Completed 3 round(s)');
        expect(asked()).toEqual(before.map((times) => times + 1));
      },
    );

    test(
      says('The spinner stays on at least 1.5 s, and the button is disabled while any of these load.'),
      async () => {
        await phone.member();
        await openWallet();
        await waitFor(() => expect(refresh().disabled).toBe(false));
        const letAnswer = phone.line.hold(STATS);
        const startedMs = performance.now();
        tapControl('Refresh wallet');
        await waitFor(() => expect(phone.line.sentTo(STATS).length).toBeGreaterThan(1));
        expect([refresh().disabled, refresh().dataset.spinning]).toEqual([true, 'true']);
        letAnswer();
        await waitFor(() => expect(refresh().disabled).toBe(false));
        expect(refresh().dataset.spinning).toBeUndefined();
        expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_495);
        for (const call of [WALLET, INFO, STATS]) {
          await phone.member();
          phone.line.fail(call, 'silence', 1);
          await phone.open('/wallet');
          await waitFor(() => expect(phone.line.sentTo(call).length).toBeGreaterThan(0));
          const others = [WALLET, INFO, STATS].filter((other) => other !== call);
          await waitFor(() => {
            const loaded = phone.queryClient.getQueryCache().findAll({ queryKey: ['u'] });
            expect(loaded.filter(({ state }) => state.data !== undefined).length).toBeGreaterThanOrEqual(
              others.length,
            );
          });
          expect(refresh().disabled).toBe(true);
        }
      },
    );

    test(
      says('Entering the wallet page invalidates the referral info, wallet and referral stats caches.'),
      async () => {
        await phone.member();
        await openWallet();
        await waitFor(() => expect(refresh().disabled).toBe(false));
        const asked = () => [WALLET, INFO, STATS].map((call) => phone.line.sentTo(call).length);
        const before = asked();
        await phone.open('/about');
        await phone.open('/wallet');
        // All three answers are fresh, so only opening the wallet page makes the calls.
        await waitFor(() => expect(asked()).toEqual(before.map((times) => times + 1)));
      },
    );
  });
}
