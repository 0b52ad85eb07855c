import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { openPagePath, waitForHydration } from '../support/shopper-actions.ts';

const PAGE = 24;
const ALL = 32;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

const browser = registerBrowserForFile();
const here = registerShopForFile({
  PRESS_URL: 'https://press.example/story',
  GROUP_CHAT_URL: 'https://chat.example/join',
});

function cards(page: Page) {
  return page.locator('main li a[href^="/product/"]');
}

async function readOrder(page: Page): Promise<(string | null)[]> {
  return await cards(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

interface PlacedCard {
  card: Locator;
  href: string;
  title: string;
  top: number;
}

/** Scrolls to a card. @returns its address and its position on the screen. */
async function bringIntoView(card: Locator): Promise<PlacedCard> {
  await card.scrollIntoViewIfNeeded();
  // A card is laid out only when it comes into view. A trial click waits until nothing moves.
  await card.click({ trial: true });
  const href = (await card.getAttribute('href')) ?? '';
  const title = await card.getByRole('heading').innerText();
  return { card, href, title, top: (await card.boundingBox())?.y ?? 0 };
}

async function expectAtOldPlace(page: Page, { href, top }: PlacedCard): Promise<void> {
  const card = page.locator(`main li a[href="${href}"]`);
  await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - top)).toBeLessThan(8);
}

describe('home', () => {
  it('the first screen shows the first deals with their prices, and the slogan in two lines', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 360, height: 640 } });
    await openPagePath(page, '/');
    const [press, chat] = await page
      .getByRole('link', { name: /^(Press coverage|Join group chat)$/ })
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom));
    expect(press).toBe(chat);
    const top = (await cards(page).first().locator('img').boundingBox())?.y ?? 640;
    expect(640 - top).toBeGreaterThanOrEqual(60);

    const prices = cards(page).locator('[data-size="card"] .num:first-child');
    for (const { width, height } of [PHONE, DESK]) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (let place = 0; place < (width < 950 ? 2 : 4); place += 1) {
          const box = await prices.nth(place).boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
        }
      }
    }
    const lines = await page.locator('h1 > em').evaluate((half) => {
      const range = document.createRange();
      range.selectNodeContents(half);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  it('hydration, the next batch, Back from a product and a reload keep the order, and the card its place', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await page.goto('/', { waitUntil: 'commit' });
    await cards(page)
      .nth(PAGE - 1)
      .waitFor();
    const drawn = await readOrder(page);
    expect(drawn).toHaveLength(PAGE);
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    expect(await readOrder(page)).toEqual(drawn);
    await cards(page)
      .nth(PAGE - 5)
      .scrollIntoViewIfNeeded();
    await expect.poll(() => cards(page).count()).toBe(ALL);
    const order = await readOrder(page);
    expect(order.slice(0, PAGE)).toEqual(drawn);
    expect(new Set(order).size).toBe(ALL);

    const far = await bringIntoView(cards(page).nth(PAGE + 2));
    await far.card.click();
    await page.waitForURL(here.shop.url + far.href);
    // The address changes before the product's page is drawn.
    await page.getByRole('heading', { level: 1, name: far.title }).waitFor();
    await page.goBack();
    await page.waitForURL(`${here.shop.url}/`);
    await expect.poll(() => readOrder(page)).toEqual(order);
    await expectAtOldPlace(page, far);

    const near = await bringIntoView(cards(page).nth(13));
    // The server draws another order every 15 s.
    const serverDraws = async () => (await (await fetch(here.shop.url)).text()).match(/\/product\/[\w-]+/g);
    const before = await serverDraws();
    await expect.poll(serverDraws, { timeout: 30_000, interval: 500 }).not.toEqual(before);
    await page.reload();
    // The page may scroll to its place before its cards are in their old order.
    await expect.poll(async () => (await readOrder(page)).slice(0, PAGE)).toEqual(drawn);
    await expectAtOldPlace(page, near);
  });

  it('a tap on a card shows one face: the product, before the shop has answered', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    // The code of the product page is loaded once the page is idle; before that a tap would show a loading state.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/assets\/product-.*\.js$/.test(name)),
    );
    await page.waitForLoadState('networkidle');
    await page.route('**/api/**', () => undefined);
    await page.evaluate(() => {
      const faces: string[] = [];
      Object.assign(window, { faces });
      const note = () => {
        const face = document.querySelector('main h1')?.textContent ?? '';
        if (face !== faces.at(-1)) faces.push(face);
      };
      note();
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    });
    const card = cards(page).nth(1);
    const title = await card.getByRole('heading').innerText();
    const home = await page.locator('main h1').innerText();
    await card.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('region', { name: 'Group progress' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { faces: string[] }).faces)).toEqual([
      home,
      title,
    ]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
