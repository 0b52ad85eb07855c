import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { formatNaira } from '#contract/rules/money/money.ts';
import { estimateReferralCountFromBalance } from '#contract/rules/people/referral-round.ts';
import { runJobs } from '../../money/support/run-jobs.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../../support/api-shopper.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const WALLET = 'GET /api/wallet';
const INFO = 'GET /api/referral/info';
const STATS = 'GET /api/referral/stats';

/** Tests naira amounts, the wallet, referral rounds and their fallbacks. */
export function moneyFigures(phone: SimulatedPhone): void {
  /** Opens the wallet page with an answer that another server might send. */
  const openWallet = async (wallet: object) => {
    await phone.member();
    phone.line.fail(WALLET, { status: 200, body: { success: true, transactions: [], stats: {}, ...wallet } });
    await phone.open('/wallet');
    await screen.findByLabelText('Wallet Balance');
  };
  const stat = (label: string) => screen.getByText(label).parentElement?.textContent?.replace(label, '');

  describe('Currency', () => {
    test(says('Currency: naira (₦), NGN in metadata.'), async () => {
      await addTestProduct(phone.api, { slug: 'priced', priceNaira: 51_500, baseNaira: 64_000 });
      await phone.open('/product/priced');
      expect((await screen.findAllByText(/₦51,500/)).length).toBeGreaterThan(0);
      const meta = (property: string) =>
        document.head.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
      await waitFor(() => expect(meta('product:price:currency')).toBe('NGN'));
      expect(meta('product:price:amount')).toBe('51500');
    });

    test(says('It is shown with thousands separators, and null or non-numeric shows 0.'), async () => {
      await openWallet({ balance: 1_234_567, stats: { totalEarned: null, totalSpent: 'abc' } });
      expect(screen.getByLabelText('Wallet Balance').textContent).toContain('₦1,234,567');
      expect([stat('Total Earned'), stat('Total Spent')]).toEqual(['₦0', '₦0']);
      expect([999, 1_000, 51_500, -19_000, 12_500.6, null, undefined, 'x', ''].map(formatNaira)).toEqual([
        '₦999',
        '₦1,000',
        '₦51,500',
        '-₦19,000',
        '₦12,501',
        '₦0',
        '₦0',
        '₦0',
        '₦0',
      ]);
    });

    test(says('Wallet amounts use en-NG with no decimals.'), async () => {
      const createdAt = '2026-11-20T08:14:00.000Z';
      const credit = { id: '1', type: 'credit', amount: 1_250, reason: 'REFUND', description: '', createdAt };
      await openWallet({ balance: 12_500, transactions: [credit] });
      const shown = screen.getByRole('main').textContent ?? '';
      expect(shown).toContain('₦12,500');
      expect(shown).toContain('+₦1,250');
      expect(shown).not.toMatch(/₦[\d,]+\.\d/);
      // The locale en-NG writes the day before the month.
      expect(shown).toMatch(/20 Nov 2026/);
    });
  });

  describe('Referral', () => {
    /** Makes a referrer whose friends have each bought in a group that was secured. */
    const referrerOf = async (friends: number) => {
      const referrer = await signUpShopper(phone.api);
      for (let count = 0; count < friends; count += 1) {
        const friend = await signUpShopper(phone.api, { referralCode: referrer.referralCode });
        await adjustTestWallet(phone.api, friend.id, 1_000);
        await payFromWalletThroughApi(phone.api, friend, await addTestProduct(phone.api, { minUnits: 1 }), 1);
      }
      for (let round = 0; round < 3; round += 1) await runJobs(phone.api.db);
      return referrer;
    };
    const figures = async ({ token }: SignedUpApiShopper) => {
      const get = async <Reply>(url: string) =>
        (await phone.api.call<Reply>({ method: 'GET', url, token })).body;
      const info = await get<{ completedRounds: number; totalEarnings: number }>('/api/referral/info');
      const stats = await get<{ remainingForBonus: number; totalReferrals: number }>('/api/referral/stats');
      const { balance } = await get<{ balance: number }>('/api/wallet');
      return { ...info, ...stats, balance };
    };

    test(says('500 naira per 3 referrals (group size 3, bonus 500).'), async () => {
      expect(await figures(await referrerOf(2))).toMatchObject({ totalReferrals: 2, balance: 0 });
      expect(await figures(await referrerOf(3))).toMatchObject({
        totalReferrals: 3,
        completedRounds: 1,
        totalEarnings: 500,
        balance: 500,
      });
    });

    test(says('Completed groups are found by floor division.'), async () => {
      expect(await figures(await referrerOf(5))).toMatchObject({ completedRounds: 1, balance: 500 });
    });

    test(says('Remaining-to-next = group size minus the remainder.'), async () => {
      for (const [friends, remaining] of [
        [0, 3],
        [1, 2],
        [3, 3],
        [4, 2],
      ] as const) {
        expect((await figures(await referrerOf(friends))).remainingForBonus).toBe(remaining);
      }
    });

    test(says('Progress percent is capped at 100.'), async () => {
      await phone.member();
      phone.line.fail(INFO, {
        status: 200,
        body: {
          success: true,
          referralCode: 'X',
          referredUsers: [],
          referralCount: 9,
          nextBonusThreshold: 3,
        },
      });
      await phone.open('/referral');
      expect(await screen.findByText('3 / 3')).toBeDefined();
      const bar = screen.getByRole('progressbar', { name: 'Referrals towards the next bonus' });
      expect([bar.ariaValueNow ?? bar.getAttribute('aria-valuenow')]).toEqual(['3']);
      const productId = await addTestProduct(phone.api, { minUnits: 2 });
      const buyer = await signUpShopper(phone.api);
      await adjustTestWallet(phone.api, buyer.id, 3_000);
      await payFromWalletThroughApi(phone.api, buyer, productId, 3);
      const url = `/api/group/product/${productId}`;
      const group = await phone.api.call<{ data: object }>({ method: 'GET', url });
      expect(group.body.data).toMatchObject({ unitsSold: 3, progressPercentage: 100 });
    });

    test(
      says(
        'A local estimate of referrals from the wallet balance is floor(balance/500) x 3, used only when no total is provided.',
      ),
      async () => {
        expect([499, 500, 1_250, 1_500].map(estimateReferralCountFromBalance)).toEqual([0, 3, 6, 9]);
        const earnings = () => screen.getByLabelText('Referral Earnings').textContent;
        phone.line.fail(INFO, 'silence');
        await phone.member();
        phone.line.fail(WALLET, {
          status: 200,
          body: { success: true, balance: 1_250, transactions: [], stats: {} },
        });
        phone.line.fail(INFO, 'silence');
        phone.line.fail(STATS, 'silence');
        await phone.open('/wallet');
        await screen.findByLabelText('Wallet Balance');
        expect(earnings()).toContain('₦1,000');
        expect(earnings()).toContain('Completed 2 round(s)');
        // The shop's own totals are preferred to the page's.
        await openWallet({ balance: 1_250 });
        await waitFor(() => expect(earnings()).toContain('₦0'));
        expect(earnings()).toContain('Total earned from referrals');
      },
    );
  });

  describe('Wallet', () => {
    const move = (type: 'credit' | 'debit', amount: number, id: string) => ({
      id,
      type,
      amount,
      reason: 'ORDER',
      description: '',
      createdAt: '2026-11-20T08:14:00.000Z',
    });

    test(
      says(
        'Wallet: Total Spent is the sum of the absolute amounts of debit transactions, else stats.totalSpent.',
      ),
      async () => {
        const transactions = [move('debit', 300, '1'), move('credit', 50, '2'), move('debit', -200, '3')];
        await openWallet({ balance: 0, transactions, stats: { totalSpent: 9_000 } });
        expect(stat('Total Spent')).toBe('₦500');
        await openWallet({
          balance: 0,
          transactions: [move('credit', 50, '2')],
          stats: { totalSpent: 9_000 },
        });
        expect(stat('Total Spent')).toBe('₦9,000');
      },
    );

    test(says('The minimum refresh spinner is 1.5 s.'), async () => {
      await phone.member();
      await phone.open('/wallet');
      const refresh = () => screen.getByLabelText<HTMLButtonElement>('Refresh wallet');
      const asked = () => [WALLET, INFO, STATS].map((call) => phone.line.sentTo(call));
      // The page's first calls must be over, so that they are not counted as a refresh.
      await waitFor(() => expect(asked().every(([first]) => first?.answer !== undefined)).toBe(true));
      await waitFor(() => expect(refresh().disabled).toBe(false));
      const before = asked().map((calls) => calls.length);
      startFrozenFakeTimers();
      tapControl('Refresh wallet');
      const isAnswered = () => asked().map((calls, index) => calls[before[index] ?? 0]?.answer !== undefined);
      // The loop waits without fake time, because a poll would advance the stopped clock.
      while (isAnswered().includes(false)) {
        await new Promise((resolve) => setImmediate(resolve));
        await advanceFakeTime(0);
      }
      await advanceFakeTime(1_499);
      expect(refresh().disabled).toBe(true);
      await advanceFakeTime(1);
      expect(refresh().disabled).toBe(false);
    });
  });

  test(
    says(
      'Unit price: the fallback unit price is the price divided by the largest baseUnitQuantity, rounded.',
    ),
    async () => {
      const units = [
        { name: 'one', quantity: 1, baseNaira: 2_000 },
        { name: 'three', quantity: 3, baseNaira: 6_000 },
        { name: 'seven', quantity: 7, baseNaira: 12_000 },
      ];
      await addTestProduct(phone.api, { slug: 'sevens', priceNaira: 10_000, baseNaira: 12_000, units });
      const { body } = await phone.api.call<{ data: { sellingUnitsData: { options: object[] } } }>({
        method: 'GET',
        url: '/api/products/slug/sevens',
      });
      expect(body.data.sellingUnitsData.options).toMatchObject([
        { name: 'one', calculatedPrice: 1_429 },
        // The price is rounded once, at the end: three times the rounded price of one would be 4,287.
        { name: 'three', calculatedPrice: 4_286 },
        { name: 'seven', calculatedPrice: 10_000 },
      ]);
    },
  );

  test(says('Fallback values when a paid amount is missing: 56000, and a minimum of 20 units.'), async () => {
    await phone.member();
    const group = {
      _id: 'g',
      status: 'active',
      productId: { _id: 'p', title: 'Rice', slug: 'rice', images: [], price: 1 },
      unitsSold: 5,
      participantCount: 1,
      progressPercentage: 25,
      orders: [],
      deadline: null,
    };
    phone.line.fail('GET /api/group/my-groups', {
      status: 200,
      body: { success: true, data: [group], stats: {}, serverTime: new Date().toISOString() },
    });
    await phone.open('/account');
    const card = within((await screen.findByText('Rice')).closest('li') as HTMLElement);
    expect(card.getByText('You paid').parentElement?.textContent).toContain('₦56,000');
    expect(card.getByText('Units').parentElement?.textContent).toContain('5 of 20 items');
  });
}
