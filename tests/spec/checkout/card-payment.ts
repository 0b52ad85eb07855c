import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { readSandboxProviderState } from '../../support/card-page.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { readPhoneStorage } from '../../support/phone-storage.ts';
import { disableReturnToastTimeout, disableSocketEvents } from '../../support/screen-line.ts';
import { findInvariantBreaches, findProductId } from '../../support/shop-facts.ts';
import { TestShopper } from '../../support/shopper.ts';
import {
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  submitCheckoutPayment,
} from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

const CANCELLED = 'Payment cancelled. No wallet balance was deducted.';
const FAILED = 'Payment failed. No wallet balance was deducted.';
const REFERENCE = /gb-[0-9A-Z]{26}/;
const BANNER = 'Your cart has been preserved from your previous session';

/** Tests the way to the card page and back. */
export function cardPayment(spec: SpecFileShop): void {
  const stored = (page: Page) =>
    page.evaluate(() => ({
      paymentInfo: localStorage.getItem('paymentInfo'),
      cartData: localStorage.getItem('cartData'),
      cartDataTimestamp: localStorage.getItem('cartDataTimestamp'),
      preserveCart: sessionStorage.getItem('preserveCart'),
      paymentReturnTime: sessionStorage.getItem('paymentReturnTime'),
    }));

  /** Tells whether the cache that is saved on the disk has a cart. */
  const keepsCart = async (page: Page) =>
    /\["u","[^"]+","cart"\]/.test((await readPhoneStorage(page)).replaceAll('\\', ''));

  /** Holds the answers to a kind of call back until the returned function is called. */
  const withhold = async (page: Page, address: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = page.waitForRequest(address);
    await page.route(address, async (route) => {
      await released;
      await route.continue();
    });
    return { asked, release };
  };

  /** Reads the wallet's balance and movements as text, to compare them byte for byte. */
  const readWalletText = async (shopper: TestShopper) => {
    const { balance, transactions } = await shopper.must<Wallet>('GET', '/api/wallet');
    return JSON.stringify({ balance, transactions });
  };

  /** Sends a shopper with ₦5,000 in the wallet and a more expensive cart to the card page. */
  const goToCardPage = async ({ card = 'Wallet + card' } = {}) => {
    const shopper = await TestShopper.signUp(spec.shop.url);
    await adjustTestWallet(spec.shop, shopper.id, 5_000);
    const { totalPrice } = await shopper.add(await findProductId(spec.shop, 'semovita-10kg'));
    const wallet = await readWalletText(shopper);
    const { page } = await spec.member('/cart', { as: shopper });
    await page.getByRole('radio', { name: new RegExp(`^${card.replace('+', '\\+')}`) }).check();
    await locateVisibleLink(page, 'Checkout').click();
    await page.getByLabel('City', { exact: true }).waitFor();
    let answer: Pick<InitializePaymentReply, 'reference' | 'authorization_url'> = {
      reference: '',
      authorization_url: null,
    };
    await page.route('**/api/payment/initialize', async (route) => {
      // The answer is read on its way, because the page that asked is gone a moment later.
      const response = await route.fetch();
      answer = await response.json();
      await route.fulfill({ response });
    });
    await submitCheckoutPayment(page);
    await page.waitForURL(/\/v3\/hosted\/pay\//);
    return { page, shopper, totalPrice, answer, wallet };
  };

  describe('Payment', () => {
    afterEach(async () => expect(await findInvariantBreaches(spec.shop)).toEqual([]));

    /** Expects what the phone keeps while its shopper is at the card page. */
    const expectLeft = async (
      { page, totalPrice, answer }: Awaited<ReturnType<typeof goToCardPage>>,
      walletUse: number,
    ) => {
      expect(page.url()).toBe(answer.authorization_url);
      expect(JSON.parse((await stored(page)).paymentInfo ?? 'null')).toMatchObject({
        walletUse,
        flutterwaveAmount: totalPrice - walletUse,
        currentWalletBalance: 5_000,
        reference: answer.reference,
        totalAmount: totalPrice,
      });
      await page
        .getByText(`₦${(totalPrice - walletUse).toLocaleString('en-NG')}`)
        .first()
        .waitFor();
    };

    /** Expects the cart as it was, and the wallet too. */
    const expectKept = async (
      { page, shopper, wallet }: Awaited<ReturnType<typeof goToCardPage>>,
      sinceMs: number,
    ) => {
      await page.getByText('Items (1)').waitFor();
      // The message may come before the return is stored; the address is stripped after that.
      await page.waitForURL(({ search }) => search === '');
      const { preserveCart, paymentReturnTime } = await stored(page);
      expect(preserveCart).toBe('true');
      expect(Number(paymentReturnTime)).toBeGreaterThanOrEqual(sinceMs);
      expect(Number(paymentReturnTime)).toBeLessThanOrEqual(Date.now());
      expect(await readWalletText(shopper)).toBe(wallet);
    };

    test(
      [
        says('Card paths save paymentInfo and redirect the browser to authorization_url.'),
        says(
          'Return cancelled or failed keeps the cart (preserve flag and return time set) and shows an info or error message that no wallet balance was deducted.',
        ),
        says('Payment status values of the provider: not shown.'),
      ].join(' '),
      async () => {
        const sinceMs = Date.now();
        const cancelled = await goToCardPage({ card: 'Wallet + card' });
        await expectLeft(cancelled, 5_000);
        await chooseCardPageOutcome(cancelled.page, 'Cancel');
        await cancelled.page.getByRole('main').getByRole('status').getByText(CANCELLED).waitFor();
        await expectKept(cancelled, sinceMs);
        expect(await cancelled.page.getByText(REFERENCE).count()).toBe(0);

        const failed = await goToCardPage({ card: 'Card only' });
        await expectLeft(failed, 0);
        await chooseCardPageOutcome(failed.page, 'Decline');
        await chooseCardPageOutcome(failed.page, /Leave without paying/);
        await failed.page.getByRole('alert').getByText(FAILED).waitFor();
        await expectKept(failed, sinceMs);
        await failed.page.getByText(REFERENCE).first().waitFor();
        await locateVisibleButton(failed.page, /Copy/).waitFor();
        await failed.page.getByRole('main').locator('a[href="/contact"]').first().waitFor();
        const { transactions } = await readSandboxProviderState(spec.shop.url);
        const charge = transactions.find(({ txRef }) => txRef === failed.answer.reference);
        const shown = await failed.page.getByRole('main').innerText();
        expect(charge?.processorResponse).toMatch(/\w/);
        expect(shown).not.toContain(charge?.processorResponse);
        expect(shown).not.toMatch(/\b(successful|completed|tx_ref|transaction_id)\b/);
      },
    );

    test(
      says(
        'Return with success and a reference clears the stored cart and paymentInfo, and refreshes cart and referral data.',
      ),
      async () => {
        const { page, shopper } = await goToCardPage();
        const before = await stored(page);
        expect(before.paymentInfo).not.toBeNull();
        expect(before.cartData).not.toBeNull();
        // The live connection asks for everything again when it opens; without it only the end of the payment does.
        await disableSocketEvents(page);
        const verdict = await withhold(page, '**/api/payment/status/**');
        await chooseCardPageOutcome(page, 'Pay now (success)');
        await verdict.asked;
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('dialog').getByRole('link', { name: 'Referral Program' }).click();
        await page.getByText(shopper.session.user.referralCode).first().waitFor();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        verdict.release();
        const refreshed = ['/api/cart', '/api/referral/info', '/api/referral/stats'];
        await expect
          .poll(() => refreshed.filter((path) => asked.includes(path)), { timeout: 30_000 })
          .toEqual(refreshed);
        await expect
          .poll(() => stored(page))
          .toEqual({
            paymentInfo: null,
            cartData: null,
            cartDataTimestamp: null,
            preserveCart: null,
            paymentReturnTime: null,
          });
        expect((await shopper.must<Wallet>('GET', '/api/wallet')).balance).toBe(0);
        expect((await shopper.call('GET', '/api/cart')).status).toBe(404);
      },
    );

    test(
      says('It shows a success message with wallet used, card amount and total, then goes to /account.'),
      async () => {
        const { page, totalPrice } = await goToCardPage();
        await disableReturnToastTimeout(page);
        await chooseCardPageOutcome(page, 'Pay now (success)');
        const [card, total] = [totalPrice - 5_000, totalPrice].map((amount) =>
          amount.toLocaleString('en-NG'),
        );
        const words = `Payment successful! Wallet ₦5,000, card ₦${card}, total ₦${total}.`;
        await page.getByText(words).first().waitFor();
        await page.waitForURL(`${spec.shop.url}/account`);
      },
    );

    test(says('Clear wipes stored cart data and reloads.'), async () => {
      const { page } = await goToCardPage();
      // A page that is left writes nothing more, as in WebKit and on a busy phone.
      await page.addInitScript(() => {
        const write = IDBDatabase.prototype.transaction;
        addEventListener('pagehide', () => {
          IDBDatabase.prototype.transaction = () => {
            throw new DOMException('The page is left.', 'InvalidStateError');
          };
        });
        addEventListener('pageshow', () => {
          IDBDatabase.prototype.transaction = write;
        });
      });
      await chooseCardPageOutcome(page, 'Cancel');
      await page.getByText(BANNER).first().waitFor();
      await page.getByText('Items (1)').waitFor();
      await expect.poll(() => keepsCart(page)).toBe(true);
      await page.evaluate(() => localStorage.setItem('cartData', '{"of":"before"}'));
      const reloaded = page.waitForEvent('load');
      // The cart's call gets no answer, so what the page shows is what the phone has stored.
      await page.route('**/api/cart', () => {});
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await reloaded;
      await page.getByLabel('Loading your cart').waitFor();
      expect(await keepsCart(page)).toBe(false);
      await page.unroute('**/api/cart');
      await page.reload();
      await page.getByText('Items (1)').waitFor();
      await page.getByText('These items are saved in your account').first().waitFor();
      await expect.poll(() => keepsCart(page)).toBe(true);
      expect(await page.getByText(BANNER).count()).toBe(0);
      const after = await stored(page);
      expect([after.paymentInfo, after.preserveCart, after.paymentReturnTime]).toEqual([null, null, null]);
      expect(after.cartData ?? '').not.toContain('before');
    });
  });
}
