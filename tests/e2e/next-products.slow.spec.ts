import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { openPagePath, waitForHydration } from '../support/shopper-actions.ts';

const NEXT = /\/api\/products\/\?.*page=2/;
const SEARCH = /\/api\/products\/\?.*q=zz/;
const CARD = 'main a[href^="/product/"]';
const FAILED = 'More products could not be loaded.';
/** The first try and three retries. */
const TRIES = 4;

const browser = registerBrowserForFile();
const here = registerShopForFile();

/**
 * Opens the home page. Later requests are answered by `status` until the server is repaired, and the test moves the
 * page's clock.
 */
async function openHome(status: number, headers: Record<string, string> = {}, later = NEXT) {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(/Failed to load resource/);
  const server = { isBroken: true, asked: 0 };
  await page.route(later, async (route) => {
    server.asked += 1;
    if (server.isBroken)
      await route.fulfill({ status, headers, contentType: 'application/json', body: '{}' });
    else await route.continue();
  });
  await page.clock.install();
  await openPagePath(page, '/');
  await waitForHydration(page);
  return { page, server };
}

/** Lets a minute of the page's clock pass. Each request is answered before the clock goes on. */
async function passMinute(page: Page): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    await page.clock.runFor(1_000);
    await page.evaluate(() => fetch('/ping.txt').then(() => undefined));
  }
}

it('a search that the shop cannot answer tries four times, says so, and goes on at Try Again', async () => {
  const { page, server } = await openHome(500, {}, SEARCH);
  await page.getByPlaceholder('Search products...').fill('zz');
  await passMinute(page);
  expect(server.asked).toBe(TRIES);
  await page.getByText(FAILED).waitFor();
  await passMinute(page);
  expect(server.asked).toBe(TRIES);
  server.isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('No products found').first().waitFor();
  expect(await page.getByText(FAILED).count()).toBe(0);
});

it('the end of the list waits as long as the server asks, and then shows the next products', async () => {
  const { page, server } = await openHome(429, { 'retry-after': '20' });
  const cards = page.locator(CARD);
  const first = await cards.count();
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(() => server.asked).toBe(1);
  await page.clock.runFor(19_000);
  expect(server.asked).toBe(1);
  server.isBroken = false;
  await page.clock.runFor(1_500);
  await expect.poll(() => cards.count()).toBeGreaterThan(first);
  expect(server.asked).toBe(2);
});

it('a phone that hears late that the end came into view asks all the same', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  // The browser's reports about the end of the list are held back and given together, as on a busy phone.
  await page.addInitScript(() => {
    const Original = window.IntersectionObserver;
    const held: IntersectionObserverEntry[] = [];
    Object.assign(window, { held });
    window.IntersectionObserver = class extends Original {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          if (entries[0]?.target.tagName !== 'LI') return tell(entries, observer);
          held.push(...entries);
          Object.assign(window, { letGo: () => tell(held, observer) });
        }, options);
      }
    };
  });
  const seen = () =>
    page.evaluate(() =>
      (window as unknown as { held: IntersectionObserverEntry[] }).held.map((entry) => entry.isIntersecting),
    );
  await openPagePath(page, '/');
  await waitForHydration(page);
  const cards = page.locator(CARD);
  const first = await cards.count();
  await expect.poll(seen).toEqual([false]);
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(seen).toEqual([false, true]);
  expect(await cards.count()).toBe(first);
  await page.evaluate('letGo()');
  await expect.poll(() => cards.count()).toBeGreaterThan(first);
});

it('a server that asks for ten minutes is not asked again by itself', async () => {
  const { page, server } = await openHome(503, { 'retry-after': '600' });
  await page.locator(CARD).last().scrollIntoViewIfNeeded();
  await page.getByText(FAILED).waitFor();
  await passMinute(page);
  expect(server.asked).toBe(1);
});

it('a return to a card that cannot be fetched asks no more than any other', async () => {
  const { page, server } = await openHome(500);
  await page.locator(CARD).first().click();
  await page.waitForURL(/\/product\//);
  // While the list exists it may still save its own place.
  await page.locator(CARD).first().waitFor({ state: 'detached' });
  // The saved card is on a page of the list that no longer loads.
  await page.evaluate(() =>
    sessionStorage.setItem('homePlace', JSON.stringify({ order: [], href: '/product/far-away', topPx: 40 })),
  );
  await page.goBack();
  await expect.poll(() => server.asked).toBeGreaterThan(0);
  await passMinute(page);
  expect(server.asked).toBe(TRIES);
  await page.getByText(FAILED).waitFor();
});
