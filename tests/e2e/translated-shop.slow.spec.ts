import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { disableReturnToastTimeout } from '../support/screen-line.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { createShopperAccount } from '../support/shopper.ts';
import {
  addShownProductToCart,
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  signUpOnPage,
  submitCheckoutPayment,
  waitForHydration,
} from '../support/shopper-actions.ts';
import { expectTextUntranslated, expectTranslatedPageReadable } from '../support/translated-page.ts';
import { simulateBrowserTranslator, TRANSLATED_TEXT_MARK } from '../support/translator.ts';

/**
 * A shopper uses the whole shop through the browser's page translator. Any line in the browser's log fails the test.
 */

const browser = registerBrowserForFile();
const here = registerShopForFile();

const NAME = 'Amina Danjuma';
const PRODUCT_LINK = 'a[href="/product/semovita-10kg"]';
const PRODUCT_PAGE = /\/product\/semovita-10kg$/;
const REFERENCE = /^gb-[0-9A-Z]{26}$/;
const main = (page: Page) => page.getByRole('main');

/** Searches as a visitor, opens a product, fails to sign in, and signs up on the way back to the product. */
async function findAndSignUp(page: Page): Promise<void> {
  const search = page.getByRole('searchbox');
  await search.fill('nothing like this');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await search.fill('semovita');
  await main(page).locator(PRODUCT_LINK).click();
  await page.waitForURL(PRODUCT_PAGE);
  await locateVisibleLink(page, 'Login to join Group Buy!').waitFor();
  await expectTranslatedPageReadable(page);
  await locateVisibleLink(page, 'Login to join Group Buy!').click();
  await page.waitForURL(/\/signin/);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await main(page).getByRole('alert').first().waitFor();
  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await signUpOnPage(page, createShopperAccount(NAME));
  await page.waitForURL(PRODUCT_PAGE);
}

/** Puts two into the cart and changes them to three and to one; each figure follows. */
async function fillCart(page: Page): Promise<void> {
  await locateVisibleButton(page, 'Increase quantity').click();
  await main(page).getByText('₦27,600').first().waitFor();
  await addShownProductToCart(page);
  await expectTranslatedPageReadable(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await main(page).getByText('Items (1)').waitFor();
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  for (const [button, total] of [
    ['Increase quantity', '₦41,400'],
    ['Decrease quantity', '₦27,600'],
    ['Decrease quantity', '₦13,800'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await summary.getByText(total).first().waitFor();
  }
  await expectTranslatedPageReadable(page);
}

async function leaveForCardPage(page: Page): Promise<void> {
  await locateVisibleLink(page, 'Checkout').click();
  await page.waitForURL(/\/checkout$/);
  await submitCheckoutPayment(page);
}

/** Pays by card, declined first and then successful. */
async function payByCard(page: Page): Promise<void> {
  await leaveForCardPage(page);
  await chooseCardPageOutcome(page, 'Decline');
  await chooseCardPageOutcome(page, /Leave without paying/);
  await page.waitForURL(/\/cart/);
  await main(page).getByText('Payment failed. No wallet balance was deducted.').first().waitFor();
  await expectTextUntranslated(main(page).getByText(REFERENCE).first());
  for (const label of ['Copy', 'Copied!', 'Copy']) {
    const copy = main(page).getByRole('button', { name: label, exact: true });
    await copy.waitFor();
    if (label === 'Copy') await copy.click();
  }
  await expectTranslatedPageReadable(page);
  await leaveForCardPage(page);
  await chooseCardPageOutcome(page, 'Pay now (success)');
  await page.getByText('Payment successful! Wallet ₦0, card ₦13,800, total ₦13,800.').first().waitFor();
  await page.waitForURL(/\/account$/);
}

const groupCard = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.locator(PRODUCT_LINK) });

/** Reads the group, the order and the receipt in the account, and tries its filters. */
async function lookAtAccount(page: Page): Promise<void> {
  await groupCard(page).getByText('Forming').waitFor();
  // The toast of the payment stays in this test and would cover the receipt's Close button.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expectTextUntranslated(groupCard(page).getByText(/^GB-[0-9A-Z]{8}$/));
  await groupCard(page).getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog');
  await expectTextUntranslated(receipt.getByText(REFERENCE));
  await receipt.getByRole('button', { name: 'Close' }).click();
  await receipt.waitFor({ state: 'detached' });
  await main(page).getByRole('button', { name: 'Failed' }).click();
  await main(page).getByText('No group buys match your filters.').waitFor();
  await main(page).getByRole('button', { name: 'All' }).click();
  await groupCard(page).waitFor();
  await expectTranslatedPageReadable(page);
}

/** Credits the wallet and pays for the same product from it. */
async function payFromWallet(page: Page): Promise<void> {
  const [shopper] = await here.shop.db.query<{ id: string }>('SELECT id FROM users WHERE name = $1', [NAME]);
  await adjustTestWallet(here.shop, shopper?.id ?? '', 14_000);
  await main(page).getByRole('link', { name: 'Wallet' }).click();
  await main(page).getByText('₦14,000').first().waitFor();
  await expectTranslatedPageReadable(page);
  await page.getByRole('link', { name: /home/i }).first().click();
  await main(page).locator(PRODUCT_LINK).click();
  await page.waitForURL(PRODUCT_PAGE);
  await addShownProductToCart(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await page.getByRole('radio', { name: /^Wallet only/ }).check();
  await leaveForCardPage(page);
  const paid = page.getByRole('dialog');
  await paid.getByText('Payment successful!').waitFor();
  await paid.getByText('₦200').waitFor();
  await expectTranslatedPageReadable(page);
  await paid.getByRole('button', { name: 'View My Account' }).click();
  await page.waitForURL(/\/account$/);
  await groupCard(page).getByText('Your share: 2 of 40 items.').waitFor();
}

async function inviteFriends(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').locator('a[href="/referral"]').click();
  await page.waitForURL(/\/referral$/);
  await expectTextUntranslated(
    main(page)
      .getByText(/^[A-Z0-9]{8}$/)
      .first(),
  );
  for (const label of ['Copy Link', 'Copied!', 'Copy Link']) {
    const copy = main(page).getByRole('button', { name: label });
    await copy.waitFor();
    if (label === 'Copy Link') await copy.click();
  }
  await expectTranslatedPageReadable(page);
}

async function readNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog');
  const paid = panel.getByRole('listitem').filter({ hasText: 'Payment successful!' });
  await paid
    .first()
    .getByRole('button', { name: /^Mark Read/ })
    .click();
  await paid
    .first()
    .getByRole('button', { name: /^Mark Read/ })
    .waitFor({ state: 'detached' });
  const before = await paid.count();
  await paid
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(() => paid.count()).toBe(before - 1);
  await expectTranslatedPageReadable(page);
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
}

/** Downloads the shopper's data, changes the name, and signs out. */
async function leave(page: Page): Promise<void> {
  await openPagePath(page, '/edit-profile');
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Download my data' }).click();
  await download;
  await main(page).getByRole('button', { name: 'Download my data' }).waitFor();
  await main(page).getByLabel('Full name').fill('Amina D. Danjuma');
  await main(page).getByRole('button', { name: 'Save changes' }).click();
  await expectTextUntranslated(main(page).getByRole('heading', { name: 'Amina D. Danjuma' }));
  await expectTranslatedPageReadable(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).waitFor();
  await expectTranslatedPageReadable(page);
}

it('a shopper who has the page translated finds, joins, pays, looks after it and leaves', async () => {
  const { page, context } = await browser.visit({ baseURL: here.shop.url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await disableReturnToastTimeout(page);
  await openPagePath(page, '/');
  await waitForHydration(page);
  // The first page is translated after the app has loaded, each later page before.
  await page.evaluate(simulateBrowserTranslator, TRANSLATED_TEXT_MARK);
  await page.addInitScript(simulateBrowserTranslator, TRANSLATED_TEXT_MARK);
  await expectTranslatedPageReadable(page);
  await findAndSignUp(page);
  await fillCart(page);
  await payByCard(page);
  await lookAtAccount(page);
  await payFromWallet(page);
  await inviteFriends(page);
  await readNotifications(page);
  await leave(page);
});
