import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GroupProgressReply } from '#contract/schemas/group.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { disableToastTimeout } from '../support/screen-line.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { createShopperAccount, TestShopper } from '../support/shopper.ts';
import {
  addShownProductToCart,
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  signUpOnPage,
  submitCheckoutPayment,
} from '../support/shopper-actions.ts';

const SLUG = 'fresh-eggs-12-crates';
const TITLE = 'Fresh Eggs (12 crates of 30)';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** A visitor opens the product, signs up, joins with 20 of the 60 crates and pays by card. */
async function joinAndPay(page: Page, name: string): Promise<void> {
  await openPagePath(page, `/product/${SLUG}`);
  await locateVisibleLink(page, 'Login to join Group Buy!').click();
  await page.waitForURL(/\/signin/);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await signUpOnPage(page, createShopperAccount(name));
  await page.waitForURL(new RegExp(`/product/${SLUG}$`));
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  for (let quantity = 1; quantity < 5; quantity += 1) {
    await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  }
  await addShownProductToCart(page, /4 crates/);
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await page.waitForURL(/\/cart$/);
  await page.getByText('Items (1)').waitFor();
  await locateVisibleLink(page, 'Checkout').click();
  await disableToastTimeout(page, 'reference=');
  await submitCheckoutPayment(page);
  await chooseCardPageOutcome(page, 'Pay now (success)');
  // The payment is shown in one toast: the page's own, or the notification's where that came first.
  await page
    .getByText(/^Payment successful! (Wallet ₦0, card ₦|₦[\d,]+ paid via Card)/)
    .first()
    .waitFor();
  await page.waitForURL(/\/account$/);
}

/** A shopper joins with 20 crates and pays by card, without a screen. */
async function payWithoutBrowser(name: string): Promise<TestShopper> {
  const shopper = await TestShopper.signUp(here.shop.url, name);
  await shopper.add(await findProductId(here.shop, SLUG), 5, 'crates-4');
  const { body } = await shopper.pay({ method: 'flutterwave_only' });
  const returned = await payAtSandboxCardPage(body.authorization_url ?? '');
  expect(returned.searchParams.get('success')).toBe('true');
  return shopper;
}

function groupCard(page: Page) {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: TITLE }) });
}

describe('buy in a group', () => {
  it('three shoppers join, pay by card and complete the group; all see Secured and their notification', async () => {
    const first = await payWithoutBrowser('Amaka Okafor');
    await payWithoutBrowser('Tunde Bello');
    const watching = (await browser.visit({ baseURL: here.shop.url })).page;
    await openPageSignedIn(watching, first);
    await openPagePath(watching, '/account');
    await groupCard(watching).getByText('Forming').waitFor();
    const last = (await browser.visit({ baseURL: here.shop.url })).page;
    await joinAndPay(last, 'Ngozi Eze');
    await groupCard(last)
      .getByText(/GB-[0-9A-Z]{8}/)
      .waitFor();
    for (const page of [watching, last]) {
      await openPagePath(page, '/account');
      await groupCard(page).getByText('Secured').waitFor();
      await groupCard(page).getByText('60 of 60 crates').waitFor();
      await page.getByRole('button', { name: /notifications/i }).click();
      const panel = page.getByRole('dialog');
      await panel.getByText(`Group buy secured for ${TITLE}! Your order is being processed.`).waitFor();
      await panel.getByText(/Payment successful! ₦[\d,]+ paid via Card/).waitFor();
      await page.goBack();
      await panel.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe('/account');
    }
    expect(await findInvariantBreaches(here.shop)).toEqual([]);
  }, 180_000);

  it('the group shows on the product page how full it is, and at the end Completed!', async () => {
    const buyer = await TestShopper.signUp(here.shop.url);
    await adjustTestWallet(here.shop, buyer.id, 600_000);
    const productId = await findProductId(here.shop, 'semovita-10kg');
    const buy = async (units: number) => {
      const cart = await buyer.add(productId, units);
      const answer = await buyer.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
      expect(answer.body).toMatchObject({ success: true });
    };
    const openProduct = async () => {
      const { page } = await browser.visit({ baseURL: here.shop.url });
      await openPagePath(page, '/product/semovita-10kg');
      return page;
    };
    await buy(30);
    await (await openProduct()).getByText('75% joined').first().waitFor();
    await buy(10);
    // The progress is cached for a second, so an answer may be older than the payment.
    const progress = () => buyer.must<GroupProgressReply>('GET', `/api/group/product/${productId}`);
    await expect.poll(async () => (await progress()).data.progressPercentage).toBe(100);
    const page = await openProduct();
    await page.getByText('Completed!').first().waitFor();
    expect(await locateVisibleButton(page, 'Add to cart').count()).toBe(0);
  });
});
