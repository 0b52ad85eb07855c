import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPS_SCREENS, opsScreenPaths, SCREENS_WITHOUT_TIME_OF_DAY } from '../../src/ops/screens.ts';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { type ConsoleScreensTour, openConsoleScreensTour } from '../support/console-tour.ts';
import { findFaultsInAllViewports } from '../support/every-way.ts';
import { findCutContent } from '../support/screen-checks.ts';
import { waitForAnimationsToEnd } from '../support/screens.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/** Every screen of the console, as an owner sees it in a shop where each has something to show. */

const browser = registerBrowserForFile();
const here = registerShopForFile();
let tour: ConsoleScreensTour;

beforeAll(async () => {
  const { shop } = here;
  tour = await openConsoleScreensTour(shop, async () => (await browser.visit({ baseURL: shop.url })).page);
});

/** Finds numbers that people read aloud, such as tracking numbers, that are broken across lines. */
async function findBrokenNumbers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('main [translate="no"]')]
        .filter((one) => /^GB-\w{8}$/.test(one.textContent ?? ''))
        .filter((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length > 1;
        })
        .map((one) => one.textContent ?? ''),
    );
    found.push(...broken.map((words) => `${width} px: ${words}`));
  }
  return found;
}

/** Finds fields that are taller than their screen's others, because the field beside them has more lines. */
async function findStretchedFields(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 });
  return await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>(
      'main :is(input:not([type=checkbox], [type=radio], [type=file]), select)',
    );
    const lowest = Math.min(...[...fields].map((field) => field.offsetHeight).filter(Boolean));
    return [...fields]
      .filter((field) => field.offsetHeight > lowest)
      .map((field) => field.labels?.[0]?.textContent ?? field.name);
  });
}

it('the walk knows every screen: each address is one of the table, each with an id has something to show', () => {
  const walked = OPS_SCREENS.map(({ path }) => path);
  const { enrol: _, firstOwner: __, ...behindTheDoor } = opsScreenPaths;
  expect(walked.toSorted()).toEqual(Object.values(behindTheDoor).toSorted());
  expect(walked.filter((path) => path.includes(':id') && !tour.ids.has(path))).toEqual([]);
});

describe('every screen of the console', () => {
  it.each(OPS_SCREENS)(
    '$path is read by everybody and hit by a finger, small and wide, light and dark',
    async ({ name, path }) => {
      const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      await tour.enter(page);
      await page.goto(tour.placeOf(path));
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      // An address without a screen shows Today, so any other screen must have its own heading.
      expect((await heading.textContent()) === 'Today').toBe(path === opsScreenPaths.today);
      expect(await page.getByText('could not be read').count()).toBe(0);
      const zone = page.getByText('All times are in Lagos (WAT).');
      expect(await zone.count()).toBe(SCREENS_WITHOUT_TIME_OF_DAY.has(name) ? 0 : 1);
      if ((await zone.count()) === 0)
        expect(await page.getByRole('main').textContent()).not.toMatch(/\b\d{1,2}:\d\d\b/);
      expect(await findFaultsInAllViewports(page)).toEqual([]);
      expect(await findBrokenNumbers(page)).toEqual([]);
      expect(await findStretchedFields(page)).toEqual([]);
    },
  );

  it('a failure on a phone is read in lines of its own, with its button below them', async () => {
    const { page, watch } = await browser.visit({
      baseURL: here.shop.url,
      viewport: { width: 360, height: 740 },
    });
    watch.allow(/ 409 .*\/orders\//);
    await tour.enter(page);
    await page.goto('/ops/orders/GB-ZZZZZZZZ');
    const button = page.getByRole('main').getByRole('button', { name: 'Try Again' });
    await button.waitFor();
    const words = page.getByRole('main').getByText('There is no order with this tracking number.');
    const [above, below] = [await words.boundingBox(), await button.boundingBox()];
    expect(above?.width).toBeGreaterThan(176);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 12);
  });

  it('is beside the page at a desk, where no menu is needed', async () => {
    const { page } = await browser.visit({
      baseURL: here.shop.url,
      viewport: { width: 1280, height: 800 },
    });
    await tour.enter(page);
    await page.goto(opsScreenPaths.audit);
    await page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'System status' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'System status' }).waitFor();
    expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false);
  });

  it('is in the menu, which fits a phone and closes with the way to a screen', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
    await tour.enter(page);
    await page.goto(opsScreenPaths.today);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const links = await menu.getByRole('link').allTextContents();
    // My Access is not among the screens; it stands beside Sign Out.
    const labels = [...OPS_SCREENS.flatMap(({ label }) => label ?? []), 'My Access'];
    expect(links.toSorted()).toEqual(labels.toSorted());
    await waitForAnimationsToEnd(page);
    expect([...(await findAccessibilityFaults(page)), ...(await findCutContent(page))]).toEqual([]);
    await menu.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
