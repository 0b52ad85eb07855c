import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import { locateVisibleButton, openPagePath, signInOnPage } from '../support/shopper-actions.ts';

/** An answer of a firewall, a gateway or a hotspot must not be taken for the shop's. */

const SLUG = 'semovita-10kg';
const browser = registerBrowserForFile();
const here = registerShopForFile();
const patience = { timeout: 45_000 };

async function arrive(): Promise<{ page: Page; shopper: TestShopper; quantities: () => Promise<number[]> }> {
  const shopper = await TestShopper.signUp(here.shop.url);
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(/Failed to load resource.* (401|403|502) |WebSocket is closed before/);
  // The sign-in goes through the form, which sets the cookie that a refresh needs.
  await openPagePath(page, '/signin');
  await signInOnPage(page, shopper.account);
  await page.waitForURL(`${here.shop.url}/`);
  const quantities = async () =>
    (await shopper.must<Cart>('GET', '/api/cart')).items.map(({ quantity }) => quantity);
  return { page, shopper, quantities };
}

/** Answers calls of an address as a proxy would. @returns a function that lets them reach the shop again. */
async function block(page: Page, address: string, status: number): Promise<() => Promise<void>> {
  const body = '<html><h1>Request blocked</h1></html>';
  await page.route(address, (route) => route.fulfill({ status, contentType: 'text/html', body }));
  return () => page.unroute(address);
}

describe('a proxy between the phone and the shop', { timeout: 120_000 }, () => {
  it('that forbids a change of the cart does not end it: it is sent once the way is free', async () => {
    const { page, shopper, quantities } = await arrive();
    await shopper.add(await findProductId(here.shop, SLUG));
    await openPagePath(page, '/cart');
    const free = await block(page, '**/api/cart/update-quantity', 403);
    const refused = page.waitForResponse('**/api/cart/update-quantity');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await refused;
    expect(await quantities()).toEqual([1]);
    await free();
    await expect.poll(quantities, patience).toEqual([2]);
    expect(await page.getByText('could not be changed').count()).toBe(0);
  });

  it('that is out lets an add be kept, says so, and asks nobody to tap again', async () => {
    const { page, quantities } = await arrive();
    await openPagePath(page, `/product/${SLUG}`);
    const free = await block(page, '**/api/cart/add', 502);
    await locateVisibleButton(page, 'Add to cart').click();
    await page.getByText("Will be added when you're back online").waitFor();
    expect(
      await page
        .getByText(/try again/i)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await free();
    await expect.poll(async () => (await quantities().catch(() => [])).length, patience).toBe(1);
    expect(await quantities()).toEqual([1]);
  });

  it('that forbids the refresh signs nobody out', async () => {
    const { page } = await arrive();
    await page.addInitScript(() => {
      if (sessionStorage.getItem('spoiled')) return;
      sessionStorage.setItem('spoiled', 'yes');
      const [head, payload] = (localStorage.getItem('token') ?? '').split('.');
      localStorage.setItem('token', `${head}.${payload}.AAAA`);
    });
    const free = await block(page, '**/auth/refresh', 403);
    const refused = page.waitForResponse('**/auth/refresh');
    await page.goto('/account');
    await refused;
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
    await free();
    await page.reload();
    await page.getByText('You have no group buys yet.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
  });
});
