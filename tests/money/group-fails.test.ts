import { describe, expect, it } from 'vitest';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { NotificationsReply } from '#contract/schemas/notification.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { startShopFromBuild } from '../support/built-shop.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';

const PRICE_NAIRA = 13_800;
const TITLE = 'Semolina Flour (10 kg)';

const shop = openFixtureForFile(startShopFromBuild);

describe('a group that misses its minimum', () => {
  it('gives every member the money back within a minute of its end, and says so', async () => {
    const productId = await findProductId(shop, 'semovita-10kg');
    const [byWallet, byCard, byBoth] = await Promise.all([
      TestShopper.signUp(shop.url, 'Amaka Okafor'),
      TestShopper.signUp(shop.url, 'Tunde Bello'),
      TestShopper.signUp(shop.url, 'Ngozi Eze'),
    ]);
    await adjustTestWallet(shop, byWallet.id, PRICE_NAIRA);
    await adjustTestWallet(shop, byBoth.id, 5000);
    await byWallet.add(productId);
    expect((await byWallet.pay({ method: 'wallet_only', walletNaira: PRICE_NAIRA })).status).toBe(200);
    for (const [shopper, method, walletNaira] of [
      [byCard, 'flutterwave_only', 0],
      [byBoth, 'wallet_and_flutterwave', 5000],
    ] as const) {
      await shopper.add(productId);
      const begun = await shopper.pay({ method, walletNaira });
      const end = await payAtSandboxCardPage(begun.body.authorization_url ?? '');
      expect(end.searchParams.get('success')).toBe('true');
    }
    const members = [byWallet, byCard, byBoth];
    expect(await readStatuses(members)).toEqual(['active', 'active', 'active']);

    await shop.ops('clock', 'advance', '48h');
    await expect
      .poll(() => readStatuses(members), { timeout: 60_000 })
      .toEqual(['refunded', 'refunded', 'refunded']);
    const wallets = await Promise.all(members.map((shopper) => shopper.must<Wallet>('GET', '/api/wallet')));
    expect(wallets.map(({ balance, heldAmount }) => [balance, heldAmount])).toEqual([
      [PRICE_NAIRA, 0],
      [PRICE_NAIRA, 0],
      [PRICE_NAIRA, 0],
    ]);
    for (const wallet of wallets) {
      const refunds = wallet.transactions.filter(({ reason }) => reason === 'REFUND');
      expect(refunds.map(({ type, amount }) => [type, amount])).toEqual([['credit', PRICE_NAIRA]]);
    }
    for (const shopper of members) {
      await expect
        .poll(() => readMessages(shopper), { timeout: 15_000 })
        .toEqual(
          expect.arrayContaining([
            `Group buy update for ${TITLE}: failed`,
            'Wallet credited ₦13,800 - Refund',
          ]),
        );
    }
    expect(await findInvariantBreaches(shop)).toEqual([]);
  });
});

async function readStatuses(shoppers: readonly TestShopper[]): Promise<(string | undefined)[]> {
  const replies = await Promise.all(
    shoppers.map((shopper) => shopper.must<MyGroupsReply>('GET', '/api/group/my-groups')),
  );
  return replies.map((reply) => reply.data[0]?.status);
}

async function readMessages(shopper: TestShopper): Promise<string[]> {
  const { data } = await shopper.must<NotificationsReply>('GET', '/api/notifications');
  return data.notifications.map(({ message }) => message);
}
