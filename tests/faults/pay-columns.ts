import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { submitCardPage } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { locateVisibleButton, openPagePath } from '../support/shopper-actions.ts';
import { type Column, countOrders, inTurn, poll, readCart, TAP } from './column.ts';
import type { Scene } from './scene.ts';

/** What a shopper does to pay, and on the way back from the card page. */

const PRICE_NAIRA = 13_800;

/** Taps whatever leads on to a paid order. */
async function payOn(scene: Scene): Promise<boolean> {
  await inTurn(() => tapOnward(scene));
  const { page } = scene;
  const isShown = await page
    .getByRole('dialog')
    .getByText('Payment successful!')
    .waitFor({ timeout: 1_500 })
    .then(
      () => true,
      () => false,
    );
  return isShown || page.url().endsWith('/account');
}

async function tapOnward(scene: Scene): Promise<void> {
  const { page } = scene;
  const seen = async (locator: ReturnType<Page['locator']>) => (await locator.count()) > 0;
  if (await seen(page.getByRole('dialog').getByText('Payment successful!'))) return;
  const check = page.getByRole('button', { name: 'Check payment', exact: true });
  if (await seen(check)) {
    await check.click(TAP);
    return;
  }
  if (!page.url().endsWith('/checkout')) {
    if ((await readCart(scene)).items.length > 0)
      await openPagePath(page, '/checkout').catch(() => undefined);
    return;
  }
  const pay = page.getByRole('button', { name: /^Pay ₦/ }).locator('visible=true');
  if (!(await seen(pay)) || !(await pay.first().isEnabled(TAP))) return;
  await page.getByRole('radio', { name: /^Wallet only/ }).check(TAP);
  const city = page.getByLabel('City', { exact: true });
  if ((await city.inputValue(TAP)) === '') {
    await city.fill('Surulere', TAP);
    await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street', TAP);
  }
  await pay.first().click(TAP);
}

export const payInitColumn: Column = {
  name: 'Pay-init',
  method: 'POST',
  path: /^\/api\/payment\/initialize/,
  home: '/checkout',
  async prepare(scene) {
    await adjustTestWallet(scene.site.shop, scene.shopper.id, PRICE_NAIRA + 200);
    await scene.shopper.add(scene.site.productId);
    await openPagePath(scene.page, '/checkout');
    await scene.page.getByRole('radio', { name: /^Wallet only/ }).check();
    await scene.page.getByLabel('City', { exact: true }).fill('Surulere');
    await scene.page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
    await locateVisibleButton(scene.page, /^Pay ₦13,800/).waitFor();
    // The typed address is saved 500 ms after the last key.
    await waitWithoutInteraction(scene.page, 700);
  },
  async act(_scene, page) {
    await locateVisibleButton(page, /^Pay ₦/).click();
  },
  async prepareTab(page) {
    await page.getByRole('radio', { name: /^Wallet only/ }).check();
    await locateVisibleButton(page, /^Pay ₦13,800/).waitFor();
  },
  async expectOffline(scene) {
    const { page } = scene;
    await page.getByText('Network error: Please check your internet connection and try again.').waitFor();
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Surulere');
    expect(scene.sent(/^POST .*payment.initialize/)).toEqual([]);
  },
  goOn: payOn,
  async expectServer(scene) {
    await expect.poll(() => countOrders(scene), poll).toBe(1);
    const { balance } = await scene.shopper.must<Wallet>('GET', '/api/wallet');
    expect(balance).toBe(200);
  },
  async expectTold(scene) {
    const { page } = scene;
    const dialog = page.getByRole('dialog');
    await expect
      .poll(async () => (await dialog.count()) > 0 || page.url().endsWith('/account'), poll)
      .toBe(true);
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'View My Account' }).click();
    // The dialog closes once the phone has stored that it was seen; left earlier, the page would rightly show it again.
    await page.waitForURL(/\/account$/);
    await dialog.waitFor({ state: 'detached' });
  },
  async expectScreen(scene) {
    const { page } = scene;
    await openPagePath(page, '/wallet');
    await page.getByText('₦200').first().waitFor();
    await openPagePath(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
    await expectNoStoredCart(page);
  },
};

const references = new WeakMap<Scene, string>();

export const payReturnColumn: Column = {
  name: 'Pay-return',
  method: 'GET',
  path: /^\/api\/payment\/status\//,
  home: '/cart',
  async prepare(scene) {
    await scene.shopper.add(scene.site.productId);
    await openPagePath(scene.page, '/checkout');
    await scene.page.getByRole('radio', { name: /^Card only/ }).check();
    await scene.page.getByLabel('City', { exact: true }).fill('Surulere');
    await scene.page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
    await locateVisibleButton(scene.page, /^Pay ₦/).click();
    await scene.page.waitForURL(/\/v3\/hosted\/pay\//);
    const info = await scene.page.evaluate(() => localStorage.getItem('paymentInfo') ?? '{}');
    references.set(scene, (JSON.parse(info) as { reference: string }).reference);
    // The card page is paid outside this browser, because only its way back is tested.
    await submitCardPage(scene.page.url().replace(scene.proxy.url, scene.site.shop.url), 'success');
  },
  async act(scene, page) {
    const reference = references.get(scene) ?? '';
    await page.goto(`/cart?returned=true&success=true&reference=${reference}`).catch(() => undefined);
  },
  async expectOffline({ page }) {
    await page.getByText("We'll confirm when you're back online").first().waitFor();
  },
  async expectServer(scene) {
    await expect.poll(() => countOrders(scene), poll).toBe(1);
  },
  async expectScreen(scene) {
    const { page } = scene;
    // A shopper who was told of the success on another page stays on the cart, which is empty.
    await expect
      .poll(
        async () =>
          page.url().endsWith('/account') || (await page.getByText('Your cart is empty').count()) > 0,
        poll,
      )
      .toBe(true);
    expect(await page.getByText(/Payment (failed|cancelled)/).count()).toBe(0);
    // The success may still lead the shopper to the account once.
    await expect
      .poll(async () => {
        await openPagePath(page, '/cart');
        const empty = page.getByText('Your cart is empty').first();
        return await empty.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      }, poll)
      .toBe(true);
    await expectNoStoredCart(page);
  },
};

/** Expects that no paid cart is stored, because a start without a connection would offer it again. */
async function expectNoStoredCart(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cartData')), poll).toBeNull();
}
