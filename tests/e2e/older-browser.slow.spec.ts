import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { FEATURES_WITH_FALLBACK } from '../support/floor/guarded.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  addProductToCartOnPage,
  locateVisibleButton,
  openPagePath,
  openPageSignedIn,
  submitCheckoutPayment,
} from '../support/shopper-actions.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Removes what the oldest supported browser does not have, and what a browser offers only with TLS. */
async function growOld(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    const { AbortSignal, Crypto } = globalThis;
    for (const name of names) {
      const [owner = '', part] = name.split('.');
      const object = Reflect.get(globalThis, owner);
      if (part === undefined) Reflect.deleteProperty(globalThis, owner);
      else Reflect.deleteProperty(part in object ? object : object.prototype, part);
    }
    Reflect.deleteProperty(Crypto.prototype, 'subtle');
    Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted');
    Reflect.deleteProperty(AbortSignal.prototype, 'reason');
    for (const list of [Array, String]) Reflect.deleteProperty(list.prototype, 'at');
    // The attribute itself cannot be removed, so it is set under another name.
    Reflect.deleteProperty(HTMLElement.prototype, 'inert');
    const { toggleAttribute } = Element.prototype;
    Element.prototype.toggleAttribute = function (name, force) {
      return toggleAttribute.call(this, name === 'inert' ? 'data-inert' : name, force);
    };
  }, Object.keys(FEATURES_WITH_FALLBACK));
}

async function arrive(): Promise<{ page: Page; shopper: TestShopper }> {
  const shopper = await TestShopper.signUp(here.shop.url);
  const { page } = await browser.visit({ baseURL: here.shop.url });
  await growOld(page);
  await openPageSignedIn(page, shopper);
  return { page, shopper };
}

const quantities = async (shopper: TestShopper) =>
  (await shopper.must<Cart>('GET', '/api/cart')).items.map(({ quantity }) => quantity);

it('an older browser puts things into the cart, pays for them and sees its order', async () => {
  const { page, shopper } = await arrive();
  await addProductToCartOnPage(page, 'semovita-10kg');
  expect(await quantities(shopper)).toEqual([1]);
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
  await page.getByText('Items (1)').waitFor();
  await openPagePath(page, '/checkout');
  await submitCheckoutPayment(page);
  await page.waitForURL(/\/v3\/hosted\/pay\//);
  await page.getByRole('button', { name: 'Pay now (success)' }).click();
  await page.waitForURL(/\/account/);
  await page.getByText('Semolina Flour (10 kg)').first().waitFor();
});

it('two tabs of an older browser add one after the other, and each tap counts once', async () => {
  const { page, shopper } = await arrive();
  const other = await page.context().newPage();
  await growOld(other);
  for (const tab of [page, other]) await openPagePath(tab, '/product/semovita-10kg');
  // The add needs the member's services, which load after the page.
  await Promise.all([page, other].map((tab) => locateVisibleButton(tab, 'Add to cart').click()));
  for (const tab of [page, other]) await tab.getByRole('dialog').waitFor();
  await expect.poll(() => quantities(shopper)).toEqual([2]);
});

it('in an older browser the focus stays in an open dialog', async () => {
  const { page } = await arrive();
  await addProductToCartOnPage(page, 'semovita-10kg');
  // After the last button of the dialog, Tab would go to the browser's own controls.
  const isInPage = () => page.evaluate(() => document.activeElement?.closest('#root') !== null);
  for (let turn = 0; turn < 6; turn += 1) {
    await page.keyboard.press('Tab');
    expect(await isInPage(), `turn ${turn}`).toBe(false);
  }
  await expect(page.locator('#root').getAttribute('aria-hidden')).resolves.toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(page.locator('#root').getAttribute('aria-hidden')).resolves.toBeNull();
});
