import type { Page } from 'playwright-core';
import {
  BROKEN_SHOP,
  fail,
  hold,
  keepToasts,
  keepToastsOfReturn,
  NO_LINE,
  startWithoutLine,
  withoutPushes,
} from './screen-line.ts';
import { payFromWallet, type Screen, waitForText } from './screens.ts';
import { chooseAtCardPage, payAtCheckout, visibleButton, visibleLink } from './shopper-actions.ts';

const UNKNOWN_PAYMENT = / 404 .*\/api\/payment\//;

/** These states show cart, checkout and the returns from the card page. */
export const PURCHASE_STATES: readonly Screen[] = [
  { name: 'cart-empty', as: 'newcomer', path: '/cart', prepare: waitForText('Your cart is empty') },
  {
    name: 'cart-loading',
    as: 'shopper',
    path: '/cart',
    before: (page) => hold(page, '**/api/cart'),
    prepare: waitForLoading('Loading your cart'),
  },
  {
    name: 'cart-failed',
    as: 'newcomer',
    path: '/cart',
    refusal: BROKEN_SHOP,
    before: (page) => fail(page, '**/api/cart'),
    prepare: waitForText('We could not load your cart'),
  },
  {
    name: 'cart-offline',
    as: 'newcomer',
    path: '/cart',
    refusal: NO_LINE,
    before: startWithoutLine,
    prepare: waitForText("You're offline"),
  },
  {
    name: 'cart-saved',
    as: 'shopper',
    path: '/cart',
    refusal: NO_LINE,
    async prepare(page) {
      await page.getByText(/^Items \(/).waitFor();
      await startWithoutLine(page);
      await page.reload();
      await page
        .getByText(/^Your saved cart. Updated/)
        .first()
        .waitFor();
      await page.getByText("You're offline. Showing saved data").first().waitFor();
    },
  },
  {
    name: 'cart-wallet-limit',
    as: 'shopper',
    path: '/cart',
    before: keepToasts,
    async prepare(page) {
      await page.getByLabel('Amount from wallet').fill('99900');
      await page.getByText('You can only use up to').waitFor();
    },
  },
  {
    name: 'cart-bare-cancelled',
    as: 'newcomer',
    path: '/cart?cancelled=1',
    prepare: waitForText(/cancelled/),
  },
  {
    name: 'cart-bare-failed',
    as: 'newcomer',
    path: '/cart?failed=1',
    prepare: waitForText(/Payment failed/),
  },
  {
    name: 'cart-unknown-payment',
    as: 'shopper',
    path: '/cart?success=1&reference=gb-00000000000000000000000000',
    refusal: UNKNOWN_PAYMENT,
    async prepare(page) {
      await page.getByLabel('Payment result').getByRole('alert').waitFor();
    },
  },
  {
    name: 'cart-cancelled',
    as: 'buyer',
    path: '/cart',
    async prepare(page) {
      await goToCardPage(page);
      await chooseAtCardPage(page, 'Cancel');
      await page.getByText('Payment cancelled. No wallet balance was deducted.').first().waitFor();
      await page.getByText('Items (2)').waitFor();
    },
  },
  {
    name: 'cart-confirming',
    as: 'buyer',
    path: '/cart',
    async prepare(page) {
      await goToCardPage(page);
      await hold(page, '**/api/payment/status/*');
      await chooseAtCardPage(page, 'Pay now (success)');
      await page.getByRole('main').getByText('Confirming your payment...').waitFor();
    },
  },
  { name: 'card-page', as: 'buyer', path: '/cart', prepare: goToCardPage },
  {
    name: 'account-paid',
    as: 'buyer',
    path: '/cart',
    before: keepToastsOfReturn,
    async prepare(page) {
      await goToCardPage(page);
      await chooseAtCardPage(page, 'Pay now (success)');
      await page.waitForURL(/\/account$/);
      await page.getByText(/^Payment successful! Wallet/).waitFor();
    },
  },
  {
    name: 'push-prompt',
    as: 'buyer',
    path: '/cart',
    async before(page) {
      await withoutPushes(page);
      await page.addInitScript(() => {
        // A headless browser always refuses notifications.
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      });
    },
    async prepare(page) {
      await payFromWallet(page);
      await page.getByRole('button', { name: 'View My Account' }).click();
      await page.getByText('Know when your group is full').waitFor();
    },
  },
  {
    name: 'checkout-unfinished',
    as: 'buyer',
    path: '/cart',
    async prepare(page) {
      await goToCardPage(page);
      await page.goto('/checkout');
      await page.getByRole('heading', { name: 'Unfinished payment' }).waitFor();
    },
  },
  { name: 'checkout-wallet', as: 'buyer', path: '/checkout', prepare: choose(/^Wallet only/) },
  { name: 'checkout-wallet-and-card', as: 'buyer', path: '/checkout', prepare: choose(/^Wallet \+ card/) },
  { name: 'checkout-card', as: 'newcomer', path: '/product/semovita-10kg', prepare: checkOutByCard },
  {
    name: 'checkout-failed',
    as: 'buyer',
    path: '/checkout',
    refusal: BROKEN_SHOP,
    async prepare(page) {
      await fail(page, '**/api/payment/initialize');
      await payAtCheckout(page);
      await page.getByText(/^Server error: Payment service/).waitFor();
    },
  },
  {
    name: 'checkout-processing',
    as: 'buyer',
    path: '/checkout',
    async prepare(page) {
      await hold(page, '**/api/payment/initialize');
      await payAtCheckout(page);
      await visibleButton(page, 'Processing...').waitFor();
    },
  },
];

/** Waits for the skeleton of a screen, by its accessible name. */
export function waitForLoading(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('status', { name }).first().waitFor();
  };
}

function choose(method: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('radio', { name: method }).check();
  };
}

async function checkOutByCard(page: Page): Promise<void> {
  await visibleButton(page, 'Add to cart').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await visibleLink(page, 'Checkout').click();
  await page.getByRole('radio', { name: /^Card only/, checked: true }).waitFor();
}

async function goToCardPage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Wallet \+ card/ }).check();
  await visibleLink(page, 'Checkout').click();
  await payAtCheckout(page);
  await page.waitForURL(/\/v3\/hosted\/pay\//);
}
