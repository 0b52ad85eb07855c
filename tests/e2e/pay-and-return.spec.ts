import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import type { BrowserVisitor } from '../support/browser.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { setSandboxScenario } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { disableReturnToastTimeout } from '../support/screen-line.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  chooseCardPageOutcome,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  submitCheckoutPayment,
} from '../support/shopper-actions.ts';

const PRICE_NAIRA = 13_800;
/** The browser's log line for the answer that this shopper has no such payment. */
const UNKNOWN_PAYMENT = / 404 .*\/api\/payment\/status\//;

const browser = registerBrowserForFile();
const here = registerShopForFile();
let productId: string;

beforeAll(async () => {
  productId = await findProductId(here.shop, 'semovita-10kg');
});
afterEach(async () => {
  await setSandboxScenario(here.shop.url, {});
  expect(await findInvariantBreaches(here.shop)).toEqual([]);
});

/** Signs in a shopper with money in the wallet and one item in the cart, and opens the cart page. */
async function arriveAtCart(walletNaira: number): Promise<BrowserVisitor & { shopper: TestShopper }> {
  const shopper = await TestShopper.signUp(here.shop.url);
  if (walletNaira > 0) await adjustTestWallet(here.shop, shopper.id, walletNaira);
  await shopper.add(productId);
  const visitor = await browser.visit({ baseURL: here.shop.url });
  await openPageSignedIn(visitor.page, shopper);
  await openPagePath(visitor.page, '/cart');
  await visitor.page.getByText('Items (1)').waitFor();
  return { ...visitor, shopper };
}

async function leaveForCardPage(page: Page): Promise<void> {
  await locateVisibleLink(page, 'Checkout').click();
  await page.waitForURL(/\/checkout$/);
  await submitCheckoutPayment(page);
  await page.waitForURL(/\/v3\/hosted\/pay\//);
}

describe('the way to the card page and back', () => {
  it('wallet only: the dialog names payment, amount, groups and the new balance', async () => {
    const { page, shopper } = await arriveAtCart(PRICE_NAIRA + 200);
    await page.getByRole('radio', { name: /^Wallet only/ }).check();
    await locateVisibleLink(page, 'Checkout').click();
    // On its side a phone is lower than the dialog, which must still begin with its title.
    await page.setViewportSize({ width: 740, height: 360 });
    await submitCheckoutPayment(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Payment successful!').waitFor();
    const scrolledPx = () =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]')?.scrollTop ?? 'no focus');
    await expect.poll(scrolledPx).toBe(0);
    const text = (await dialog.innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/Payment ID \S+/);
    expect(text).toContain('Amount paid ₦13,800');
    expect(text).toContain('Group buys joined 1');
    expect(text).toContain('New wallet balance ₦200');
    expect(text).toMatch(/Forming/);
    expect(text).toMatch(/\d+ \w+ sold · minimum/);
    await dialog.getByText('View My Account').click();
    await page.waitForURL(/\/account$/);
    expect((await shopper.must<Wallet>('GET', '/api/wallet')).balance).toBe(200);
  });

  it('no verdict yet: the page asks the server and shows the truth when it comes', async () => {
    const { page } = await arriveAtCart(0);
    await disableReturnToastTimeout(page);
    await setSandboxScenario(here.shop.url, { next: 'slow', delayMs: 3000 });
    await leaveForCardPage(page);
    await chooseCardPageOutcome(page, 'Pay now (success)');
    await page.waitForURL(/reference=/);
    await page
      .getByText('Payment successful! Wallet ₦0, card ₦13,800, total ₦13,800.')
      .first()
      .waitFor({ timeout: 60_000 });
    await page.waitForURL(/\/account$/);
  });

  it('a forged success in the address is never believed', async () => {
    const { page, shopper } = await arriveAtCart(0);
    const begun = await shopper.pay({ method: 'flutterwave_only' });
    const { reference } = begun.body;
    const answered = page.waitForResponse((answer) => answer.url().endsWith(`/payment/status/${reference}`));
    await openPagePath(page, `/cart?returned=true&success=true&reference=${reference}`);
    await answered;
    await page.getByText('Items (1)').waitFor();
    await waitWithoutInteraction(page, 1500);
    expect(await page.getByText('Payment successful!').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/cart');
    expect((await shopper.call('GET', '/api/cart')).status).toBe(200);
  });

  it("another shopper's reference shows nothing of theirs", async () => {
    const other = await TestShopper.signUp(here.shop.url);
    await other.add(productId);
    const begun = await other.pay({ method: 'flutterwave_only' });
    const { page, watch } = await arriveAtCart(0);
    watch.allow(UNKNOWN_PAYMENT);
    await openPagePath(page, `/cart?returned=true&success=true&reference=${begun.body.reference}`);
    await page.getByText('We could not find this payment.').first().waitFor();
    await page.getByText('Items (1)').waitFor();
    expect(await page.getByText('Payment successful!').count()).toBe(0);
  });

  it('signed out at the return: asks to sign in, without a verdict', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/cart?returned=true&success=true&reference=gb-01ARZ3NDEKTSV4RRFFQ69G5FAV');
    await page.getByText('Sign in to see the result of your payment.').first().waitFor();
    expect(await page.getByText('Payment successful!').count()).toBe(0);
  });
});
