import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { readSandboxProviderState } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { createShopperAccount, TestShopper } from '../support/shopper.ts';
import {
  addShownProductToCart,
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  signInOnPage,
  signUpOnPage,
  submitCheckoutPayment,
  waitForHydration,
} from '../support/shopper-actions.ts';

/** On phones and in-app browsers that let a page store nothing, the shop works while there is a connection. */

const SLUG = 'semovita-10kg';
const browser = registerBrowserForFile();
const here = registerShopForFile();
let productId: string;

beforeAll(async () => {
  productId = await findProductId(here.shop, SLUG);
});

type Missing = 'is null' | 'throws' | 'is full';

/** Removes the page's storages, database and locks, as in-app browsers and blocked site data do. */
async function keepNothing(page: Page, how: Missing): Promise<void> {
  await page.addInitScript((missing) => {
    if (missing === 'is full') {
      const full = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Storage.prototype.setItem = full;
      IDBObjectStore.prototype.put = full;
      return;
    }
    const get = () => {
      if (missing === 'throws') throw new DOMException('no site data here', 'SecurityError');
      return null;
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get });
    }
    if (missing === 'throws') {
      LockManager.prototype.request = () => Promise.reject(new DOMException('no', 'SecurityError'));
    }
  }, how);
}

async function visitWithoutStorage(how: Missing, complaint = /^$/): Promise<Page> {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(complaint);
  await keepNothing(page, how);
  return page;
}

async function arrive(page: Page, shopper: TestShopper): Promise<void> {
  await openPagePath(page, '/signin');
  await signInOnPage(page, shopper.account);
  await page.waitForURL(`${here.shop.url}/`);
}

/** Signs the same shopper in through the API, beside the browser. */
async function signedInBeside(account: ReturnType<typeof createShopperAccount>): Promise<TestShopper> {
  const shopper = new TestShopper(here.shop.url, account, null as never);
  await shopper.signInAgain();
  return shopper;
}

async function openProductFromHome(page: Page): Promise<void> {
  await page.getByRole('main').locator(`a[href="/product/${SLUG}"]`).first().click();
  await page.waitForURL(/\/product\//);
}

async function quantities(shopper: TestShopper): Promise<number[]> {
  const { body } = await shopper.call<Cart>('GET', '/api/cart');
  return body.items.map(({ quantity }) => quantity);
}

async function unreadCount(shopper: TestShopper): Promise<number> {
  const reply = await shopper.must<{ data: { unreadCount: number } }>(
    'GET',
    '/api/notifications/unread-count',
  );
  return reply.data.unreadCount;
}

async function paymentStates(shopper: TestShopper): Promise<string[]> {
  const rows = await here.shop.db.query<{ status: string }>(
    'SELECT status FROM payments WHERE user_id = $1',
    [shopper.id],
  );
  return rows.map(({ status }) => status);
}

describe.each<Missing>(['is null', 'throws', 'is full'])('where the storage of the phone %s', (how) => {
  it('a shopper signs up, fills the cart, changes it, reads, and signs out', async () => {
    const page = await visitWithoutStorage(how);
    const account = createShopperAccount('Halima Sani');
    await openPagePath(page, '/register');
    await signUpOnPage(page, account);
    await page.waitForURL(`${here.shop.url}/`);
    await openProductFromHome(page);
    await addShownProductToCart(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
    await page.waitForURL(/\/cart$/);
    const shopper = await signedInBeside(account);
    const more = page.getByRole('button', { name: 'Increase quantity' }).first();
    await more.click();
    await more.click();
    await expect.poll(() => quantities(shopper)).toEqual([3]);
    await page.getByRole('button', { name: 'Decrease quantity' }).first().click();
    await expect.poll(() => quantities(shopper)).toEqual([2]);
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await page.getByText('Your cart is empty').waitFor();
    await expect.poll(() => quantities(shopper)).toEqual([]);
    await here.shop.db.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
       VALUES ($1, 'a', 'info', 'system', 'A notice', 'Something')`,
      [shopper.id],
    );
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'Mark All Read' }).click();
    await expect.poll(() => unreadCount(shopper)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openPagePath(page, '/account');
    await page.waitForURL(/\/signin/);
  });

  it('a card payment is made once; who comes back signs in and reads the truth', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    await shopper.add(productId);
    const page = await visitWithoutStorage(how);
    await arrive(page, shopper);
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await locateVisibleLink(page, 'Checkout').click();
    await page.waitForURL(/\/checkout$/);
    await submitCheckoutPayment(page);
    await chooseCardPageOutcome(page, 'Pay now (success)');
    await page.waitForURL(/\/signin/);
    await page.getByText('Sign in to see the result of your payment.').first().waitFor();
    await waitForHydration(page);
    await signInOnPage(page, shopper.account);
    await page.waitForURL(/\/account/);
    await page
      .getByText(/Payment successful!/)
      .first()
      .waitFor();
    expect(await paymentStates(shopper)).toEqual(['succeeded']);
    const { sessions } = await readSandboxProviderState(here.shop.url);
    expect(sessions.filter(({ customer }) => customer.email === shopper.account.email)).toMatchObject([
      { state: 'paid' },
    ]);
    expect(await findInvariantBreaches(here.shop)).toEqual([]);
  });

  it('a payment from the wallet is made once and its result is shown', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    await adjustTestWallet(here.shop, shopper.id, 20_000);
    await shopper.add(productId);
    const page = await visitWithoutStorage(how);
    await arrive(page, shopper);
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await page.getByRole('radio', { name: /^Wallet only/ }).check();
    await locateVisibleLink(page, 'Checkout').click();
    await page.waitForURL(/\/checkout$/);
    // The payment method that was chosen in the cart is selected here too.
    await expect.poll(() => page.getByRole('radio', { name: /^Wallet only/ }).isChecked()).toBe(true);
    await submitCheckoutPayment(page);
    await page.getByRole('dialog').getByText('₦6,200').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'View My Account' }).click();
    await page.waitForURL(/\/account$/);
    expect(await findInvariantBreaches(here.shop)).toEqual([]);
  });

  it('a tap that does not reach the shop says that nothing is kept, and is not made later', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    const page = await visitWithoutStorage(how, /ERR_FAILED .*\/api\/cart\/add/);
    await arrive(page, shopper);
    await openProductFromHome(page);
    await locateVisibleButton(page, 'Add to cart').waitFor();
    await page.route('**/api/cart/add', (route) => route.abort());
    await locateVisibleButton(page, 'Add to cart').click();
    await page
      .getByText(/this phone cannot save it for later/)
      .first()
      .waitFor();
    expect(await quantities(shopper)).toEqual([]);
    await page.unroute('**/api/cart/add');
    await addShownProductToCart(page);
    expect(await quantities(shopper)).toEqual([1]);
  });
});

it('the bar that says so covers nothing on a small phone, also at 200 % text', async () => {
  const shopper = await TestShopper.signUp(here.shop.url);
  const page = await visitWithoutStorage('is null');
  await page.setViewportSize({ width: 360, height: 740 });
  await arrive(page, shopper);
  await page.locator('a[href="/cart"]').first().click();
  // The announcer holds the same text for screen readers, so it is left out.
  const bar = page
    .locator('[role=status]:not([data-announcer])')
    .filter({ hasText: 'This phone cannot save data' });
  const heading = page.getByRole('heading', { name: 'Cart', exact: true });
  for (const size of ['100%', '200%']) {
    await bar.waitFor();
    await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
    const [above, below] = [await bar.boundingBox(), await heading.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), size).toBeLessThanOrEqual(below?.y ?? 0);
  }
});
