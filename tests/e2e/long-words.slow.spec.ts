import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { OPS_SCREENS as CONSOLE_SCREENS } from '../../src/ops/screens.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { type ConsoleScreensTour, openConsoleScreensTour } from '../support/console-tour.ts';
import { findCutContent } from '../support/screen-checks.ts';
import {
  createShopperForScreenTests,
  openScreenTestCase,
  SCREEN_TEST_CASES,
  waitForAnimationsToEnd,
} from '../support/screens.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import type { TestShopper } from '../support/shopper.ts';

/** Names from files and people may contain very long words, which must not make any screen wider. */

const LONG = 'SuperlongwordwithoutanyspacesSuperlongwordwithoutanyspaces';
const SMALLEST = { width: 320, height: 800 };

const browser = registerBrowserForFile();
const here = registerShopForFile();
let shopper: TestShopper;
let tour: ConsoleScreensTour;

beforeAll(async () => {
  const { shop } = here;
  shopper = await createShopperForScreenTests(shop);
  tour = await openConsoleScreensTour(shop, async () => (await browser.visit({ baseURL: shop.url })).page);
  const lengthened = (columns: string) =>
    columns
      .split(' ')
      .map((column) => `${column} = ${column} || ' ${LONG}'`)
      .join(', ');
  for (const statement of [
    `UPDATE products SET ${lengthened('title description category base_unit_name')},
       specifications = '{"${LONG}": "${LONG}"}'`,
    `UPDATE selling_units SET ${lengthened('display_name')}`,
    `UPDATE pickup_centres SET ${lengthened('name city address hours')}`,
    `UPDATE users SET ${lengthened('name')}`,
    `UPDATE notifications SET ${lengthened('title message')}`,
    `UPDATE recovery_requests SET ${lengthened('reason note')}`,
    `UPDATE groups SET product_snapshot = product_snapshot || jsonb_build_object(
       'title', product_snapshot->>'title' || ' ${LONG}',
       'baseUnitName', product_snapshot->>'baseUnitName' || ' ${LONG}')`,
  ]) {
    await shop.db.query(statement);
  }
  const name = `${shopper.session.user.name} ${LONG}`;
  shopper.session = { ...shopper.session, user: { ...shopper.session.user, name } };
});

/** Finds text that leaves a small screen or is cut by it. A word may be broken onto the next line. */
async function findOverflow(page: Page): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  await waitForAnimationsToEnd(page);
  return (await findCutContent(page)).filter((fault) => !fault.startsWith('broken over two lines'));
}

it.each(SCREEN_TEST_CASES)('a long word stays on the screen: $name', async (screen) => {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
  watch.allow(screen.refusal ?? /^$/);
  await openScreenTestCase(page, screen, here.shop, shopper);
  expect(await findOverflow(page)).toEqual([]);
});

it.each(CONSOLE_SCREENS)('a long word stays on the screen of the console: $path', async ({ path }) => {
  const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
  await tour.enter(page);
  await page.goto(tour.placeOf(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  expect(await findOverflow(page)).toEqual([]);
});
