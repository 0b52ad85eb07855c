import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTestGroup } from '../support/api-catalogue.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { OFFLINE_LOG_PATTERN, takePageOffline } from '../support/screen-line.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { openPagePath, waitForHydration } from '../support/shopper-actions.ts';

const BEANS = ['Honey Beans, Oloyin (50 kg)', 'White Beans (50 kg)'];
const SAVED_ONLY =
  'Only the deals saved on your phone were searched. The others load when you are back online.';

const browser = registerBrowserForFile();
const here = registerShopForFile();

const titles = (page: Page) => page.locator('main li').getByRole('heading', { level: 3 }).allTextContents();
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name, exact: true });

async function openHome(path = '/') {
  const visitor = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  await openPagePath(visitor.page, path);
  await waitForHydration(visitor.page);
  await visitor.page.waitForLoadState('networkidle');
  return visitor;
}

describe('a search', () => {
  it('stands in the address and is heard: a reload and a phone without scripts show the same', async () => {
    const { page } = await openHome();
    await field(page).pressSequentially('ewa', { delay: 20 });
    await expect.poll(() => titles(page)).toEqual(BEANS);
    await page.locator('[data-announcer]').getByText('2 products found').waitFor();
    expect(page.url()).toBe(`${here.shop.url}/?q=ewa#deals`);
    await page.reload();
    await waitForHydration(page);
    expect(await titles(page)).toEqual(BEANS);
    expect(await field(page).inputValue()).toBe('ewa');
    const other = await browser.visit({
      baseURL: here.shop.url,
      serviceWorkers: 'block',
      javaScriptEnabled: false,
    });
    await openPagePath(other.page, page.url());
    expect(await titles(other.page)).toEqual(BEANS);
    // The shared results are on the first screen.
    expect((await other.page.locator('main li').first().boundingBox())?.y ?? 999).toBeLessThan(320);
    expect(await field(other.page).inputValue()).toBe('ewa');
  });

  it('is asked once, and not again by the phone that the server sent it to', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/products/?')) asked.push(request.url());
    });
    await openPagePath(page, '/?q=garri');
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await field(page).fill('spaghetti');
    await expect.poll(() => titles(page)).toEqual(['Spaghetti 500 g (carton of 20)']);
    expect(asked).toHaveLength(1);
  });

  it('is left by Back in one step, whatever was typed, and a product leads back to it', async () => {
    const { page } = await openHome();
    const all = await titles(page);
    await field(page).fill('gar');
    await page.waitForURL(/q=gar#deals$/);
    const answered = page.waitForResponse(/\/api\/products\/\?.*garri/);
    await field(page).fill('garri');
    await page.waitForURL(/q=garri#deals$/);
    await answered;
    // The order is the shop's; what the phone found itself was in the order of its list.
    const found = ['Ijebu Garri (50 kg)', 'Yellow Garri (50 kg)'];
    await expect.poll(() => titles(page)).toEqual(found);
    await page.locator('main li a').first().click();
    await page.getByRole('heading', { level: 1, name: found[0] }).waitFor();
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(found);
    expect(await field(page).inputValue()).toBe('garri');
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(all);
    expect(await field(page).inputValue()).toBe('');
  });

  it('works by Enter before and without the app', async () => {
    const { page } = await browser.visit({
      baseURL: here.shop.url,
      serviceWorkers: 'block',
      javaScriptEnabled: false,
    });
    await openPagePath(page, '/?category=Grains');
    await field(page).fill('honey');
    await field(page).press('Enter');
    await page.waitForURL(/\?q=honey&category=Grains#deals$/);
    expect(await titles(page)).toEqual([BEANS[0]]);
  });
});

describe('categories', () => {
  it('are links that keys reach and choose', async () => {
    const { page } = await openHome();
    await field(page).focus();
    for (const name of ['All', 'Closing soon', 'Almost full', 'Grains', 'Flours and swallow', 'Oils']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?category=Oils#deals$/);
    await expect
      .poll(async () => (await titles(page)).sort())
      .toEqual(['Groundnut Oil (25 L keg)', 'Red Palm Oil (25 L keg)', 'Vegetable Oil (25 L keg)']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Oils');
    expect(await chip(page, 'Oils').getAttribute('aria-current')).toBe('true');
  });

  it('stay on one line, of which the chosen one is in sight, and keep what is searched for', async () => {
    const { page } = await openHome('/?q=oil&category=Household');
    expect(await page.getByRole('main').getByText('No products found').count()).toBe(1);
    const row = page.getByRole('navigation', { name: 'Categories' });
    const box = (await row.boundingBox()) ?? { height: 0, width: 0 };
    expect(box.height).toBeLessThan(60);
    await expect.poll(async () => ((await chip(page, 'Household').boundingBox())?.x ?? 999) < 360).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await chip(page, 'Oils').click();
    await page.waitForURL(/\?q=oil&category=Oils#deals$/);
    await expect.poll(() => titles(page)).toHaveLength(3);
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual([]);
    expect(await field(page).inputValue()).toBe('oil');
  });
});

describe('closing soon and almost full', () => {
  /** Opens a group of a product, of which this percentage is sold and which closes in this many hours. */
  async function openGroup(slug: string, { percent, hours }: { percent: number; hours: number }) {
    const id = await openTestGroup(here.shop, await findProductId(here.shop, slug));
    await here.shop.db.query(
      `UPDATE groups SET units_sold = ceil(min_units * $2 / 100.0), deadline = app_now() + $3 * interval '1 hour'
       WHERE id = $1`,
      [id, percent, hours],
    );
  }

  it('are addresses that the server answers, with a category and a search', async () => {
    await openGroup('honey-beans-50kg', { percent: 30, hours: 11 });
    await openGroup('red-palm-oil-25l', { percent: 85, hours: 2 });
    const { page } = await openHome();
    await chip(page, 'Closing soon').click();
    await page.waitForURL(/\?deals=closing-soon#deals$/);
    await expect.poll(() => titles(page)).toEqual(['Red Palm Oil (25 L keg)', BEANS[0]]);
    await chip(page, 'Grains').click();
    await page.waitForURL(/\?category=Grains&deals=closing-soon#deals$/);
    await expect.poll(() => titles(page)).toEqual([BEANS[0]]);
    const other = await browser.visit({
      baseURL: here.shop.url,
      serviceWorkers: 'block',
      javaScriptEnabled: false,
    });
    await openPagePath(other.page, page.url());
    expect(await titles(other.page)).toEqual([BEANS[0]]);
    for (const name of ['Grains', 'Closing soon'])
      expect(await chip(other.page, name).getAttribute('aria-current')).toBe('true');
    await field(other.page).fill('palm oil');
    await field(other.page).press('Enter');
    await other.page.waitForURL(/\?q=palm\+oil&category=Grains&deals=closing-soon#deals$/);
    expect(await titles(other.page)).toEqual([]);
    await other.page.getByRole('link', { name: 'See all deals' }).click();
    await expect.poll(async () => (await titles(other.page)).length).toBeGreaterThan(20);
    // A second tap removes the stage filter and keeps the category.
    await chip(page, 'Closing soon').click();
    await page.waitForURL(/\?category=Grains#deals$/);
    await chip(page, 'Almost full').click();
    await expect.poll(() => page.getByRole('main').getByText('No products found').count()).toBe(1);
    await chip(page, 'All').click();
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(20);
  });
});

it('without a line what is saved is searched, by the same rule, and a sentence says so', async () => {
  const { page, watch } = await openHome();
  watch.allow(OFFLINE_LOG_PATTERN);
  const saved = await titles(page);
  await takePageOffline(page);
  const [first = ''] = saved;
  const faulty = first.split(' ').find((word) => /^[a-z]{5,}$/i.test(word)) ?? first;
  await field(page).fill(faulty.slice(0, 2) + faulty.slice(3));
  await page.getByRole('main').getByText(SAVED_ONLY).first().waitFor();
  expect(await titles(page)).toContain(first);
  expect((await titles(page)).length).toBeLessThan(saved.length);
  await field(page).fill('tractor');
  await expect.poll(() => titles(page)).toEqual([]);
  expect(await page.getByRole('main').getByText(SAVED_ONLY).count()).toBe(1);
  expect(await page.getByRole('main').getByText('No products found').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('main').getByText('No products found').first().waitFor();
  expect(await page.getByRole('main').getByText(SAVED_ONLY).count()).toBe(0);
});
