import type { Page } from 'playwright-core';
import {
  disableReturnToastTimeout,
  disableSocketEvents,
  disableToastTimeout,
  failRequestsTo,
  holdRequestsTo,
  OFFLINE_LOG_PATTERN,
  SERVER_ERROR_LOG_PATTERN,
  startPageOffline,
} from './screen-line.ts';
import { payFromWalletOnPage, type ScreenTestCase, waitForVisibleText } from './screens.ts';
import {
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  submitCheckoutPayment,
} from './shopper-actions.ts';

const UNKNOWN_PAYMENT = / 404 .*\/api\/payment\//;

/** These states show cart, checkout and the returns from the card page. */
export const PURCHASE_SCREEN_STATES: readonly ScreenTestCase[] = [
  { name: 'cart-empty', as: 'newcomer', path: '/cart', prepare: waitForVisibleText('Your cart is empty') },
  {
    name: 'cart-loading',
    as: 'shopper',
    path: '/cart',
    before: (page) => holdRequestsTo(page, '**/api/cart'),
    prepare: waitForLoadingIndicator('Loading your cart'),
  },
  {
    name: 'cart-failed',
    as: 'newcomer',
    path: '/cart',
    refusal: SERVER_ERROR_LOG_PATTERN,
    before: (page) => failRequestsTo(page, '**/api/cart'),
    prepare: waitForVisibleText('We could not load your cart'),
  },
  {
    name: 'cart-offline',
    as: 'newcomer',
    path: '/cart',
    refusal: OFFLINE_LOG_PATTERN,
    before: startPageOffline,
    prepare: waitForVisibleText("You're offline"),
  },
  {
    name: 'cart-saved',
    as: 'shopper',
    path: '/cart',
    refusal: OFFLINE_LOG_PATTERN,
    async prepare(page) {
      await page.getByText(/^Items \(/).waitFor();
      await startPageOffline(page);
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
    before: disableToastTimeout,
    async prepare(page) {
      await page.getByLabel('Amount from wallet').fill('99900');
      await page.getByText('You can only use up to').waitFor();
    },
  },
  {
    name: 'cart-bare-cancelled',
    as: 'newcomer',
    path: '/cart?cancelled=1',
    prepare: waitForVisibleText(/cancelled/),
  },
  {
    name: 'cart-bare-failed',
    as: 'newcomer',
    path: '/cart?failed=1',
    prepare: waitForVisibleText(/Payment failed/),
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
      await chooseCardPageOutcome(page, 'Cancel');
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
      await holdRequestsTo(page, '**/api/payment/status/*');
      await chooseCardPageOutcome(page, 'Pay now (success)');
      await page.getByRole('main').getByText('Confirming your payment...').waitFor();
    },
  },
  { name: 'card-page', as: 'buyer', path: '/cart', prepare: goToCardPage },
  {
    name: 'account-paid',
    as: 'buyer',
    path: '/cart',
    before: disableReturnToastTimeout,
    async prepare(page) {
      await goToCardPage(page);
      await chooseCardPageOutcome(page, 'Pay now (success)');
      await page.waitForURL(/\/account$/);
      await page.getByText(/^Payment successful! Wallet/).waitFor();
    },
  },
  {
    name: 'push-prompt',
    as: 'buyer',
    path: '/cart',
    async before(page) {
      await disableSocketEvents(page);
      await page.addInitScript(() => {
        // A headless browser always refuses notifications.
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      });
    },
    async prepare(page) {
      await payFromWalletOnPage(page);
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
    refusal: SERVER_ERROR_LOG_PATTERN,
    async prepare(page) {
      await failRequestsTo(page, '**/api/payment/initialize');
      await submitCheckoutPayment(page);
      await page.getByText(/^Server error: Payment service/).waitFor();
    },
  },
  {
    name: 'checkout-processing',
    as: 'buyer',
    path: '/checkout',
    async prepare(page) {
      await holdRequestsTo(page, '**/api/payment/initialize');
      await submitCheckoutPayment(page);
      await locateVisibleButton(page, 'Processing...').waitFor();
    },
  },
];

/** Waits for the skeleton of a screen, by its accessible name. */
export function waitForLoadingIndicator(name: string | RegExp): (page: Page) => Promise<void> {
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
  await locateVisibleButton(page, 'Add to cart').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await locateVisibleLink(page, 'Checkout').click();
  await page.getByRole('radio', { name: /^Card only/, checked: true }).waitFor();
}

async function goToCardPage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Wallet \+ card/ }).check();
  await locateVisibleLink(page, 'Checkout').click();
  await submitCheckoutPayment(page);
  await page.waitForURL(/\/v3\/hosted\/pay\//);
}
