import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { openPagePath, waitForHydration } from '../support/shopper-actions.ts';

const PAGE = 24;
const ALL = 32;

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

async function countColumns(page: Page): Promise<number> {
  const tops = await cards(page).evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().top),
  );
  return tops.filter((top) => top === tops[0]).length;
}

describe('home', () => {
  it.each([
    [1280, 4],
    [1130, 4],
    [1129, 3],
    [950, 3],
    [949, 2],
    [360, 2],
  ])('at %i px the grid has %i columns', async (width, columns) => {
    const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width, height: 800 } });
    await openPagePath(page, '/');
    expect(await countColumns(page)).toBe(columns);
  });

  it('with press and group chat a phone of 360 x 640 sees at least 60 px of the first deals too', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 360, height: 640 } });
    await openPagePath(page, '/');
    const [press, chat] = await page
      .getByRole('link', { name: /^(Press coverage|Join group chat)$/ })
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom));
    expect(press).toBe(chat);
    const top = (await cards(page).first().locator('img').boundingBox())?.y ?? 640;
    expect(640 - top).toBeGreaterThanOrEqual(60);
  });

  it.each([
    { width: 360, height: 740, colorScheme: 'light' as const },
    { width: 360, height: 740, colorScheme: 'dark' as const },
    { width: 1280, height: 800, colorScheme: 'light' as const },
    { width: 1280, height: 800, colorScheme: 'dark' as const },
  ])(
    'the first screen of $width x $height, $colorScheme, shows the first deals with their prices',
    async (screen) => {
      const { width, height, colorScheme } = screen;
      const { page } = await browser.visit({
        baseURL: here.shop.url,
        viewport: { width, height },
        colorScheme,
      });
      await openPagePath(page, '/');
      const prices = cards(page).locator('[data-size="card"] .num:first-child');
      for (let place = 0; place < (width < 950 ? 2 : 4); place += 1) {
        const box = await prices.nth(place).boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      }
    },
  );

  it('on a wide screen the second half of the slogan stands on one line', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 1280, height: 800 } });
    await openPagePath(page, '/');
    const lines = await page.locator('h1 > em').evaluate((half) => {
      const range = document.createRange();
      range.selectNodeContents(half);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  it('hydration keeps the order that the server drew, and the next batch comes before the end', async () => {
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
    const all = await readOrder(page);
    expect(all.slice(0, PAGE)).toEqual(drawn);
    expect(new Set(all).size).toBe(ALL);
  });

  it('Back from a product returns to the same card', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    await page.waitForLoadState('networkidle');
    await cards(page)
      .nth(PAGE - 3)
      .scrollIntoViewIfNeeded();
    await expect.poll(() => cards(page).count()).toBe(ALL);
    const card = cards(page).nth(PAGE + 2);
    await card.scrollIntoViewIfNeeded();
    const href = await card.getAttribute('href');
    const title = await card.getByRole('heading').innerText();
    // A card is laid out only when it comes into view. A trial click waits until nothing moves.
    await card.click({ trial: true });
    const before = (await card.boundingBox())?.y ?? 0;
    const order = await readOrder(page);
    await card.click();
    await page.waitForURL(here.shop.url + href);
    // The address changes before the product's page is drawn.
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goBack();
    await page.waitForURL(`${here.shop.url}/`);
    await expect.poll(() => readOrder(page)).toEqual(order);
    await expect
      .poll(async () =>
        Math.abs(((await page.locator(`main li a[href="${href}"]`).boundingBox())?.y ?? 0) - before),
      )
      .toBeLessThan(8);
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

  it('Search products... finds 300 ms after the last key', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    await page.waitForLoadState('networkidle');
    const search = page.getByPlaceholder('Search products...');
    await search.pressSequentially('gArRi', { delay: 20 });
    await expect.poll(() => readOrder(page)).toHaveLength(2);
    expect((await readOrder(page)).sort()).toEqual([
      '/product/ijebu-garri-50kg',
      '/product/yellow-garri-50kg',
    ]);
    await search.fill('no such thing');
    await expect.poll(() => cards(page).count()).toBe(0);
    await search.fill('');
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(PAGE);
  });

  it('Start Earning Now leads to the referral programme, over sign-in for a visitor', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    await page.getByRole('link', { name: 'Start Earning Now' }).click();
    await page.waitForURL(/\/signin/);
  });

  it('a reload keeps the order and the card', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    const order = await readOrder(page);
    const card = page.locator(`main li a[href="${order[13]}"]`);
    await card.scrollIntoViewIfNeeded();
    // The server draws another order in the next window of 15 s, which follows the real clock.
    await waitWithoutInteraction(page, 15_500);
    const before = (await card.boundingBox())?.y ?? 0;
    await page.reload();
    // The page may scroll to its place before its cards are in their old order.
    await expect.poll(async () => (await readOrder(page)).slice(0, PAGE)).toEqual(order);
    await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - before)).toBeLessThan(8);
  });

  it('the search finds titles beyond the first batch', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, '/');
    const shown = new Set(await readOrder(page));
    const { data } = (await (await fetch(`${here.shop.url}/api/products/?page=2&limit=${PAGE}`)).json()) as {
      data: { title: string; slug: string }[];
    };
    const hidden = data.find(({ slug }) => !shown.has(`/product/${slug}`));
    await page.getByPlaceholder('Search products...').fill(hidden?.title ?? '');
    await expect.poll(() => readOrder(page)).toEqual([`/product/${hidden?.slug}`]);
  });
});
