import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { freezeBrowserTab } from '../support/frozen-tab.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { TestShopper } from '../support/shopper.ts';
import { openPagePath, signInOnPage, submitCheckoutPayment } from '../support/shopper-actions.ts';
import { countOrders, poll, readCart } from './column.ts';
import { expectInvariants } from './invariants.ts';
import { Scene } from './scene.ts';
import { openShopSite } from './shop-site.ts';

/** Cells beside the matrix that belong to no column. */

const site = openFixtureForFile(openShopSite);
let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open(site);
});
afterEach(() => scene?.close());

it('refresh answer lost, next try after 10 min: stays signed in', { timeout: 120_000 }, async () => {
  const { page } = scene;
  await page.clock.install();
  const fault = site.proxy.inject('reset-before-response', { path: /\/auth\/refresh/, times: 1 });
  await scene.spoilToken();
  await page.goto('/account');
  await fault.occurred();
  await page.clock.fastForward(10 * 60_000);
  await openPagePath(page, '/account');
  await page.getByText('You have no group buys yet.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(scene.shopper.account.email);
  expect(site.proxy.requests.filter((line) => /POST .*auth\/refresh/.test(line)).length).toBeGreaterThan(1);
  await expectInvariants(scene, [401]);
});

it('tab frozen across a user switch, then thawed: never speaks as the first', {
  timeout: 120_000,
}, async () => {
  const first = scene.page;
  await scene.shopper.add(site.productId);
  await openPagePath(first, '/cart');
  await first.getByText('Items (1)').waitFor();
  const thaw = await freezeBrowserTab(first);

  const second = await scene.phone.context.newPage();
  await openPagePath(second, '/');
  await scene.signOut(second);
  const other = await TestShopper.signUp(site.shop.url, 'Bayo Ade');
  await scene.signIn(second, other);

  await thaw();
  await first.waitForURL(({ pathname }) => pathname === '/');
  await openPagePath(first, '/account');
  await first.getByText('Bayo Ade').first().waitFor();
  expect(await first.locator('body').innerText()).not.toContain(scene.shopper.account.name);
  await second.close();
  await expectInvariants(scene);
});

it('refresh answer that outlives its session: the next shopper on the phone stays who they are', {
  timeout: 120_000,
}, async () => {
  const { page, proxy } = scene;
  await openPagePath(page, '/');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await scene.spoilToken();
  const held = proxy.inject('hold-answer', { path: /\/auth\/refresh/, times: 1 });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await held.occurred();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await scene.signOut();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  const other = await TestShopper.signUp(site.shop.url, 'Bayo Ade');
  await signInOnPage(page, other.account);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toContain(other.account.email);
  held.lift();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  // Token and cookie must be the new shopper's: the first call shows this of the token, the refresh after it of the
  // cookie.
  const isOwnToken = () =>
    page.evaluate(() => {
      const [, payload = ''] = (localStorage.getItem('token') ?? '').split('.');
      const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id?: string };
      return (JSON.parse(atob(payload)) as { sub: string }).sub === id;
    });
  await openPagePath(page, '/account');
  await page.getByText('Bayo Ade').first().waitFor();
  expect(await isOwnToken()).toBe(true);
  await scene.spoilToken();
  await openPagePath(page, '/account');
  await page.getByText('You have no group buys yet.').waitFor();
  await page.getByText('Bayo Ade').first().waitFor();
  expect(await isOwnToken()).toBe(true);
  await expectInvariants(scene, [401]);
});

it('killed as soon as a tap shows, on a disk that was busy: the tap is sent', {
  timeout: 120_000,
}, async () => {
  await scene.shopper.add(site.productId);
  await scene.restart('/cart');
  const quantity = () => scene.page.getByRole('group', { name: 'Quantity' }).locator('output');
  await quantity().getByText('1', { exact: true }).waitFor();
  await scene.page.getByText('Saving your cart...').waitFor({ state: 'detached' });
  const other = await scene.phone.context.newPage();
  await other.goto('/ping.txt');
  scene.proxy.setDown(true);
  await other.evaluate(keepDiskBusy, BUSY_MS);
  await scene.page.getByRole('button', { name: 'Increase quantity' }).click();
  await quantity().getByText('2', { exact: true }).waitFor();
  await scene.kill();
  scene.proxy.heal();
  await scene.launch();
  await scene.open('/cart');
  await expect
    .poll(async () => (await readCart(scene)).items.map((item) => item.quantity), poll)
    .toEqual([2]);
  await expectInvariants(scene);
});

it('a disk that pauses 2.7 s at the start erases nothing that was saved', { timeout: 120_000 }, async () => {
  const { page } = scene;
  await openPagePath(page, '/wallet');
  const balance = page.getByText('Wallet Balance');
  await balance.waitFor();
  const keepsWallet = async (tab: typeof page) =>
    /qc\|user.*?"wallet"/s.test((await readPhoneStorage(tab)).replaceAll('\\', ''));
  await expect.poll(() => keepsWallet(page), poll).toBe(true);
  const other = await scene.phone.context.newPage();
  await other.goto('/ping.txt');
  scene.proxy.setDown(true);
  await scene.phone.context.setOffline(true);
  await other.evaluate(keepDiskBusy, PAUSE_MS);
  await page.goto('/wallet');
  await balance.waitFor();
  // The page is left first, because what it saves on leaving is what the next page finds.
  await page.goto('about:blank');
  await scene.open('/wallet');
  await balance.waitFor();
  expect(await keepsWallet(scene.page)).toBe(true);
  await scene.phone.context.setOffline(false);
  scene.proxy.heal();
  await expectInvariants(scene);
});

it('beside a frozen tab a payment has its reference on the phone before the card page', {
  timeout: 120_000,
}, async () => {
  const { page } = scene;
  await scene.shopper.add(site.productId);
  await openPagePath(page, '/cart');
  await page.getByText('Items (1)').waitFor();
  const thaw = await freezeBrowserTab(page);

  const second = await scene.phone.context.newPage();
  await openPagePath(second, '/checkout');
  await second.getByRole('radio', { name: /^Card only/ }).check();
  await submitCheckoutPayment(second);
  await second.waitForURL(/\/v3\/hosted\/pay\//);
  // The card page is left by its address, so only the phone's own record tells of the payment.
  await second.goto(`${scene.proxy.url}/cart`);
  await second.getByText('Unfinished payment').first().waitFor();
  await second.getByRole('button', { name: 'Continue payment' }).waitFor();
  await second.close();

  await thaw();
  await page.getByText('Unfinished payment').first().waitFor();
  await page.getByRole('button', { name: 'Continue payment' }).waitFor();
  await expectInvariants(scene);
});

it('a notification that another tab sent as read stays read on a page that leaves after it', {
  timeout: 120_000,
}, async () => {
  const { page, proxy } = scene;
  for (const naira of [100, 200]) await adjustTestWallet(site.shop, scene.shopper.id, naira);
  const openPanel = async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('Wallet credited ₦100 - Goodwill').first().waitFor();
  };
  await openPagePath(page, '/');
  await openPanel();
  // Notifications arrive one after another, so the second may come after the list.
  await page.getByRole('heading', { name: 'Notifications (2 unread)' }).waitFor();
  proxy.setDown(true);
  await page.getByRole('button', { name: 'Mark Read' }).first().click();
  await page.getByRole('heading', { name: 'Notifications (1 unread)' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const waiting = page.getByText('1 change not sent yet').first();
  await waiting.waitFor();
  const thaw = await freezeBrowserTab(page);

  proxy.setDown(false);
  const second = await scene.phone.context.newPage();
  await second.goto('/about');
  await expect.poll(() => scene.sent(/^PATCH .*\/read/).length, poll).toBe(1);
  await second.locator('[aria-label="Notifications, 1 unread"]').waitFor({ state: 'attached' });
  await expect.poll(async () => (await readPhoneStorage(second)).includes('ob|'), poll).toBe(false);
  await second.close();

  // From here on no answer of the server can correct the page.
  proxy.setDown(true);
  await thaw();
  await waiting.waitFor({ state: 'detached' });
  // The shop is left first, so that what the page saves on leaving is written before the next page reads.
  await page.goto('about:blank');
  await scene.open('/');
  await openPanel();
  await page.getByRole('heading', { name: 'Notifications (1 unread)' }).waitFor();
  expect(await page.getByRole('button', { name: /^Mark Read/ }).count()).toBe(1);
  proxy.heal();
  await expectInvariants(scene);
});

/** Shorter than the app waits for its database, and long enough for a tap to meet it. */
const BUSY_MS = 1_000;

/** Longer than one try of the app's database call, and shorter than two. */
const PAUSE_MS = 2_700;

/** Runs in the page: blocks every other writer of the app's database. @returns once they are blocked. */
async function keepDiskBusy(forMs: number): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('app-offline');
    opening.onsuccess = () => resolve(opening.result);
  });
  const rows = database.transaction('kv', 'readwrite').objectStore('kv');
  const untilMs = performance.now() + forMs;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      resolve();
      if (performance.now() < untilMs) rows.get('nothing').onsuccess = goOn;
    };
    rows.get('nothing').onsuccess = goOn;
  });
}

it('Back from the card page: the row is checked, stale flags do nothing', { timeout: 120_000 }, async () => {
  const { page } = scene;
  await scene.shopper.add(site.productId);
  await openPagePath(page, '/checkout');
  await page.getByRole('radio', { name: /^Card only/ }).check();
  await submitCheckoutPayment(page);
  await page.waitForURL(/\/v3\/hosted\/pay\//);
  await page.goBack();
  await page.waitForURL(/\/checkout$/);
  await page.getByText('Unfinished payment').first().waitFor();
  expect(await page.getByText('Redirecting...').count()).toBe(0);
  expect(scene.sent(/^POST .*payment.initialize/)).toHaveLength(1);

  await page.getByRole('button', { name: 'Continue payment' }).click();
  await page.waitForURL(/\/v3\/hosted\/pay\//);
  const reference = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('paymentInfo') ?? '{}') as { reference?: string }).reference,
  );
  await submitCardPage(page.url().replace(scene.proxy.url, site.shop.url), 'success');
  await page.goto(`/cart?returned=true&success=true&reference=${reference}`);
  await page.waitForURL(/\/account$/);
  await page.goBack();
  await page.getByText('Your cart is empty').first().waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await page.getByText(/Payment (failed|cancelled)|could not find/).count()).toBe(0);
  expect(await countOrders(scene)).toBe(1);
  await expectInvariants(scene);
});
