import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { firstOrAll } from '../support/first-or-all.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findFreePort } from '../support/free-port.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { startTestShop } from '../support/shop.ts';
import { createTestShopDatabase } from '../support/shop-database.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  waitForOfflineReady,
} from '../support/shopper-actions.ts';

/** From the first buyer to the next order, with two shoppers on a phone each and an operator. */

const browser = registerBrowserForFile();
const site = openFixtureForFile(openSite);
const SLUG = 'semovita-10kg';

/** Starts a shop that phones reach only through a line that can be cut. */
async function openSite() {
  const database = await createTestShopDatabase();
  const port = await findFreePort();
  const proxy = await startFaultProxy(port);
  const shop = await startTestShop({ databaseUrl: database.url, port, env: { PUBLIC_URL: proxy.url } });
  const close = async () => {
    await shop.close();
    await proxy.close();
    await database.drop();
  };
  return { shop, proxy, productId: await findProductId(shop, SLUG), close };
}

interface Phone {
  shopper: TestShopper;
  page: Page;
}

/** Signs up a shopper with ₦200,000 in the wallet, and opens the shop on their phone. */
async function openPhone(name: string): Promise<Phone> {
  const shopper = await TestShopper.signUp(site.shop.url, name);
  await adjustTestWallet(site.shop, shopper.id, 200_000);
  const { page, watch } = await browser.visit({
    baseURL: site.proxy.url,
    viewport: { width: 360, height: 740 },
  });
  watch.allow(/ERR_|Failed to load|net::/);
  await openPageSignedIn(page, shopper);
  return { shopper, page };
}

/** Waits until the order's card on the account page shows this step. */
async function expectStep(page: Page, step: RegExp): Promise<void> {
  const way = page.getByRole('list', { name: 'The way of your order' }).first();
  await expect.poll(() => way.innerText(), { timeout: 60_000 }).toMatch(step);
}

it.each(
  firstOrAll([
    ['with a connection that is cut at each tap', true],
    ['with a good connection', false],
  ]),
)('a buyer brings the next one, both follow the order, review and order again %s', async (_, isCut) => {
  /**
   * Taps a button that changes something. In the cut run the line is dead at the tap, and back once the page has
   * noticed.
   */
  const tap = async (button: Locator) => {
    if (!isCut) return await button.click();
    const hits = site.proxy.downHits;
    site.proxy.setDown(true);
    await button.click();
    await expect.poll(() => site.proxy.downHits, { timeout: 20_000 }).toBeGreaterThan(hits);
    site.proxy.setDown(false);
  };
  const goToCheckout = async ({ page, shopper }: Phone) => {
    await tap(locateVisibleButton(page, 'Add to cart'));
    const cart = () => shopper.must<Cart>('GET', '/api/cart');
    await expect.poll(async () => (await cart()).items.length, { timeout: 60_000 }).toBe(1);
    await openPagePath(page, '/cart');
    await page.getByText('Items (1)').waitFor();
    await locateVisibleLink(page, 'Checkout').click();
    await page.getByLabel('City', { exact: true }).fill('Surulere');
    await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
  };
  const { db } = site.shop;
  await db.query('UPDATE products SET min_units = 2 WHERE id = $1', [site.productId]);

  // The first shopper buys from the wallet and is asked to invite others.
  const ada = await openPhone('Ada Obi');
  await openPagePath(ada.page, `/product/${SLUG}`);
  await waitForOfflineReady(ada.page);
  await goToCheckout(ada);
  await ada.page.getByRole('radio', { name: /^Wallet only/ }).check();
  await tap(locateVisibleButton(ada.page, /^Pay ₦/));
  const paid = ada.page.getByRole('dialog', { name: 'Payment successful!' });
  const whatsApp = await paid.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  const link = /https?:\S+$/.exec(new URL(whatsApp ?? '').searchParams.get('text') ?? '')?.[0] ?? '';
  await paid.getByRole('button', { name: 'View My Account' }).click();
  await expectStep(ada.page, /Paid\s+\d/);

  // A chat program reads the link without scripts; then the second shopper opens it and joins by card.
  const chat = await (await fetch(link, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })).text();
  expect(chat).toMatch(/<meta property="og:title" content="Semolina Flour/);
  expect(chat).toMatch(/<span translate="no">Ada&#x27;s<\/span> group/);
  const bola = await openPhone('Bola Ade');
  await openPagePath(bola.page, link);
  await waitForOfflineReady(bola.page);
  await bola.page.getByRole('note', { name: 'Invitation' }).getByText("Ada's").waitFor();
  await bola.page.getByText('1 buyer is in.').waitFor();
  await goToCheckout(bola);
  await tap(locateVisibleButton(bola.page, /^Pay ₦/));
  await chooseCardPageOutcome(bola.page, 'Pay now (success)');
  await bola.page.waitForURL(/\/account$/);
  for (const { page } of [ada, bola]) await expectStep(page, /Group full\s+\d/);

  // The operator moves the goods to the centre and hands them out, and both phones show it.
  const counter = await browser.visit({ baseURL: site.shop.url });
  await signInOnConsolePage(counter.page, site.shop, isCut ? 'ngozi' : 'dayo', 'ops');
  const desk = counter.page;
  const secured = () =>
    db.query(`SELECT 1 FROM groups WHERE product_id = $1 AND status = 'secured'`, [site.productId]);
  await expect.poll(async () => (await secured()).length).toBe(1);
  await desk.goto('/ops/pickup');
  await desk.getByLabel('Centre').selectOption({ label: 'Yaba Centre' });
  await desk.getByRole('link', { name: 'Plan', exact: true }).click();
  const move = desk.getByRole('form', { name: 'Move batches' });
  await move.getByLabel('To', { exact: true }).selectOption('ready_for_pickup');
  await move.getByRole('button', { name: 'Preview' }).click();
  await move.getByText('1 batch of 2 members would move.').waitFor();
  await move.getByRole('button', { name: 'Move Batches' }).click();
  await move.getByText('Batches moved.').waitFor();
  for (const { page, shopper } of [ada, bola]) {
    await expectStep(page, /Ready at Yaba Centre\s+\d.*\s+Collected\s+by \d/);
    const [order] = await db.query<{ trackingNumber: string; code: string }>(
      'SELECT tracking_no AS "trackingNumber", pickup_code AS code FROM orders WHERE user_id = $1',
      [shopper.id],
    );
    await desk.goto('/ops/pickup');
    await desk.getByLabel('Tracking number or name').fill(order?.trackingNumber ?? '');
    await desk.keyboard.press('Enter');
    await desk.getByLabel('Pickup code').fill(order?.code ?? '');
    await desk.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await expect.poll(() => isCollected(shopper), { timeout: 20_000 }).toBe(true);
  }
  // No message says that an order was collected, so the open pages show it when they next ask, after up to 30 s.
  await Promise.all([ada, bola].map(({ page }) => expectStep(page, /Collected\s+\d/)));

  // A shopper who has collected may review, and the next visitor reads the review.
  await openPagePath(bola.page, `/product/${SLUG}`);
  await locateVisibleButton(bola.page, 'Write a review').click();
  await locateVisibleButton(bola.page, '5 ★').click();
  const words = `Smooth, no lumps${isCut ? ', on a bad line' : ''}.`;
  await bola.page.getByLabel(/^What should others know/).fill(words);
  await tap(locateVisibleButton(bola.page, 'Save review'));
  await expect
    .poll(async () => (await (await fetch(`${site.shop.url}/product/${SLUG}`)).text()).includes(words), {
      timeout: 60_000,
    })
    .toBe(true);

  // Both shoppers order the same again.
  for (const { page, shopper } of [ada, bola]) {
    await openPagePath(page, '/account');
    await locateVisibleButton(page, 'Order again').waitFor();
    await tap(locateVisibleButton(page, 'Order again'));
    const items = async () => (await shopper.must<Cart>('GET', '/api/cart')).items;
    await expect.poll(async () => (await items()).length, { timeout: 60_000 }).toBe(1);
  }
  expect(await findInvariantBreaches(site.shop)).toEqual([]);

  async function isCollected({ id }: TestShopper): Promise<boolean> {
    const lines = await db.query(
      'SELECT 1 FROM order_items WHERE user_id = $1 AND collected_at IS NOT NULL',
      [id],
    );
    return lines.length === 1;
  }
});
