import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { WalletTransaction } from '#contract/schemas/wallet.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const WALLET = 'GET /api/wallet';

/** Tests the wallet's texts. Its colours are tested in the browser. */
export function walletScreen(phone: SimulatedPhone): void {
  const transaction = (changes: Partial<WalletTransaction> = {}): WalletTransaction => ({
    id: String(Math.random()),
    type: 'credit',
    amount: 1_500,
    reason: 'GOODWILL',
    description: 'For the delay',
    createdAt: '2026-11-20T08:14:00.000Z',
    ...changes,
  });
  const open = async (
    transactions: WalletTransaction[] = [],
    { rounds = 0, earned = 0 }: { rounds?: number; earned?: number } = {},
  ) => {
    await phone.member();
    const referralInfo = {
      referralCode: 'A',
      referralLink: 'x',
      referredUsers: [],
      hasReceivedBonus: rounds > 0,
      referralCount: rounds * 3,
      nextBonusThreshold: 3,
      totalEarnings: earned,
      totalReferrals: rounds * 3,
      completedRounds: rounds,
    };
    const stats = { totalSpent: 19_000, totalTransactions: transactions.length, totalEarned: 24_500 };
    const body = {
      success: true,
      balance: 18_500,
      availableBalance: 18_500,
      heldAmount: 0,
      transactions,
      referralInfo,
      stats,
    };
    phone.line.fail(WALLET, { status: 200, body });
    phone.line.fail('GET /api/referral/info', { status: 200, body: { success: true, ...referralInfo } });
    await phone.open('/wallet');
    await screen.findByRole('heading', { name: 'Transaction History' });
  };
  const history = () =>
    within(screen.getByRole('heading', { name: 'Transaction History' }).closest('section') as HTMLElement);
  const cards = () => history().getAllByRole('listitem');

  describe('Wallet', () => {
    test(
      says("Titled 'My Wallet', subtitle 'Manage your balance and track your financial journey'."),
      async () => {
        await open();
        expect(screen.getByRole('heading', { level: 1, name: 'My Wallet' })).toBeDefined();
        expect(screen.getByText('Manage your balance and track your financial journey')).toBeDefined();
      },
    );

    test(says('It has a refresh button.'), async () => {
      await open();
      expect(screen.getByRole('button', { name: 'Refresh wallet' })).toBeDefined();
    });

    test(says('Three tiles: Total Transactions, Total Earned, Total Spent.'), async () => {
      await open([transaction(), transaction({ type: 'debit', amount: 600 })]);
      const tiles = [...(screen.getByText('Total Transactions').closest('dl')?.children ?? [])];
      expect(tiles.map(({ textContent }) => textContent)).toEqual([
        'Total Transactions2',
        'Total Earned₦24,500',
        'Total Spent₦600',
      ]);
    });

    test(
      says("It shows the total earned and either 'Completed n round(s)' or 'Total earned from referrals'."),
      async () => {
        const card = () => screen.getByLabelText('Referral Earnings').textContent;
        await open([], { earned: 0 });
        expect(card()).toContain('₦0Total earned from referrals');
        await open([], { rounds: 3, earned: 1_500 });
        expect(card()).toContain('₦1,500Completed 3 round(s)');
      },
    );

    test(says("It has a badge 'n rounds' or 'Growing', and the label 'Reward Card'."), async () => {
      const card = () => within(screen.getByLabelText('Referral Earnings'));
      await open();
      expect(card().getByText('Growing')).toBeDefined();
      expect(card().getByText('Reward Card')).toBeDefined();
      await open([], { rounds: 2, earned: 1_000 });
      expect(card().getByText('2 rounds')).toBeDefined();
      expect(card().queryByText('Growing')).toBeNull();
    });

    test(says("'Transaction History'."), async () => {
      await open([transaction(), transaction({ description: 'Another' })]);
      expect(cards()).toHaveLength(2);
    });

    test(
      says(
        "Empty: 'No transactions yet' and 'Your transaction history will appear here once you start using your wallet'.",
      ),
      async () => {
        await open();
        expect(history().getByText('No transactions yet')).toBeDefined();
        const words = 'Your transaction history will appear here once you start using your wallet';
        expect(history().getByText(words)).toBeDefined();
      },
    );

    const titleOf = async (reason: string) => {
      await open([transaction({ reason })]);
      return within(cards()[0] as HTMLElement).getByRole('heading').textContent;
    };

    test(
      says("Reason titles: REFERRAL_BONUS = 'Referral Bonus', ORDER = 'Order Payment', REFUND = 'Refund'."),
      async () => {
        expect(await titleOf('REFERRAL_BONUS')).toBe('Referral Bonus');
        expect(await titleOf('ORDER')).toBe('Order Payment');
        expect(await titleOf('REFUND')).toBe('Refund');
      },
    );

    test(says('Any other reason is shown as is.'), async () => {
      expect(await titleOf('Welcome Reward')).toBe('Welcome Reward');
      expect(await titleOf('GOODWILL_2026')).toBe('GOODWILL_2026');
    });

    test(
      says(
        "If metadata exists, a 'Transaction Details' grid lists whichever of these are present: Order ID, Tracking, Group Buy, Status (green when active), Referrals.",
      ),
      async () => {
        const metadata = {
          orderId: 'o-1',
          orderTrackingNumber: 'GB-1234ABCD',
          groupBuyId: 'g-1',
          groupBuyStatus: 'active',
          referralCount: 3,
        };
        const details = () =>
          [...(cards()[0]?.querySelectorAll('dl > div') ?? [])].map((row) =>
            [...row.children].map(({ textContent }) => textContent),
          );
        const good = () => cards()[0]?.querySelector('[data-good]')?.textContent;
        await open([transaction({ metadata })]);
        expect(within(cards()[0] as HTMLElement).getByText('Transaction Details')).toBeDefined();
        expect(details()).toEqual([
          ['Order ID', 'o-1'],
          ['Tracking', 'GB-1234ABCD'],
          ['Group Buy', 'g-1'],
          ['Status', 'Forming'],
          ['Referrals', '3'],
        ]);
        expect(good()).toBe('Forming');
        await open([transaction({ metadata: { groupBuyStatus: 'failed', orderId: 'o-2' } })]);
        expect(details()).toEqual([
          ['Order ID', 'o-2'],
          ['Status', 'Failed'],
        ]);
        expect(good()).toBeUndefined();
        await open([transaction()]);
        expect(screen.queryByText('Transaction Details')).toBeNull();
      },
    );
  });
}
