import { describe, expect, test } from 'vitest';
import { type SignedUpApiShopper, signUpShopper } from '../../support/api-shopper.ts';
import {
  buyFromWalletThroughApi,
  createReferrerWithFriends,
  payByCardThroughApi,
  readNotificationsOf,
} from '../../support/api-stories.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const TWO_DAYS_MS = 48 * 3_600_000;

/** Tests the texts of the shopper's notifications, each after its event has happened. */
export function notificationTexts(phone: SimulatedPhone): void {
  const messages = async (shopper: SignedUpApiShopper) =>
    (await readNotificationsOf(phone.api, shopper)).map(({ title, message }) => `${title}: ${message}`);

  describe('Notification texts', () => {
    test(says("'Payment failed: {reason}'"), async () => {
      const told = await messages(await payByCardThroughApi(phone.api, 0, 'leave'));
      expect(told.filter((text) => text.startsWith('Payment Failed'))).toEqual([
        'Payment Failed: Payment failed: Declined by the bank',
      ]);
    });

    test(says("'Payment successful! ₦{amount} paid via {method}'"), async () => {
      const toldAfter = async (shopper: Promise<SignedUpApiShopper>) => messages(await shopper);
      expect(await toldAfter(buyFromWalletThroughApi(phone.api))).toContain(
        'Payment Successful: Payment successful! ₦1,000 paid via Wallet',
      );
      expect(await toldAfter(payByCardThroughApi(phone.api, 0, 'success'))).toContain(
        'Payment Successful: Payment successful! ₦5,000 paid via Card',
      );
      expect(await toldAfter(payByCardThroughApi(phone.api, 2_000, 'success'))).toContain(
        'Payment Successful: Payment successful! ₦5,000 paid via Wallet + Card',
      );
    });

    test(says("'Group buy secured for {product}! Your order is being processed.'"), async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { title: 'Palm Oil', minUnits: 1 });
      expect(await messages(buyer)).toContain(
        'Group Buy Secured: Group buy secured for Palm Oil! Your order is being processed.',
      );
    });

    test(says("'Group buy update for {product}: {status}'"), async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { title: 'Yam Flour', minUnits: 50 });
      await phone.api.clock.advance(TWO_DAYS_MS + 60_000);
      expect(await messages(buyer)).toContain('Group Buy Update: Group buy update for Yam Flour: failed');
    });

    test(says("'Referral bonus earned! ₦{amount} added to your wallet.'"), async () => {
      expect(await messages(await createReferrerWithFriends(phone.api, 3))).toContain(
        'Referral Bonus Earned: Referral bonus earned! ₦500 added to your wallet.',
      );
    });

    test(says("'New referral: {name} joined!'"), async () => {
      const referrer = await signUpShopper(phone.api);
      await signUpShopper(phone.api, { name: 'Bola Ige', referralCode: referrer.referralCode });
      expect(await messages(referrer)).toContain('New Referral: New referral: Bola I. joined!');
    });

    test(says("'Wallet credited/debited ₦{abs difference} - {reason}'"), async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { minUnits: 50, priceNaira: 1_200 });
      expect(await messages(buyer)).toContain('Wallet Updated: Wallet debited ₦1,200 - Order Payment');
      await phone.api.clock.advance(TWO_DAYS_MS + 60_000);
      expect(await messages(buyer)).toContain('Wallet Updated: Wallet credited ₦1,200 - Refund');
    });
  });
}
