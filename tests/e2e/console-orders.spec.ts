import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { createReadyOrder, createWalletPurchase } from '../support/console-situations.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/** From Today to its orders, to one of them, to its history, and to the table of all orders. */

const browser = registerBrowserForFile();
const here = registerShopForFile();
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function expectSound(page: Page, where: string): Promise<void> {
  expect(await findAccessibilityFaults(page), where).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${where} is no wider than the screen`).toBeLessThanOrEqual(0);
}

it('an operator goes from Today to the waiting orders, searches, reads a history, and saves a table', async () => {
  const { shop } = here;
  const ready = await createReadyOrder(shop, 'Tunde Bello');
  const bought = await createWalletPurchase(shop, 'Amaka Okafor');
  const { page } = await browser.visit({ baseURL: shop.url, viewport: { width: 360, height: 740 } });
  await signInOnConsolePage(page, shop, 'ngozi', 'owner');
  await page.goto('/ops');
  await main(page).getByRole('heading', { name: 'Waiting' }).waitFor();
  await expectSound(page, 'Today');
  await page.getByRole('link', { name: /^Orders ready, shopper not messaged/ }).click();
  await heading(page, 'Orders').waitFor();
  await main(page).getByRole('link', { name: ready.trackingNumber }).waitFor();
  expect(await main(page).getByRole('link', { name: bought.trackingNumber }).count()).toBe(0);

  await page.getByRole('link', { name: 'Clear All Filters' }).click();
  await main(page).getByRole('link', { name: bought.trackingNumber }).waitFor();
  await expectSound(page, 'Orders');
  await page.getByLabel('Order or shopper').fill('amaka');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await main(page).getByRole('link', { name: ready.trackingNumber }).waitFor({ state: 'detached' });
  await main(page).getByRole('link', { name: bought.trackingNumber }).waitFor();
  expect(page.url(), 'no address has the name of a shopper').not.toContain('amaka');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  expect(table.trimEnd().split('\n').length).toBe(2);
  expect(table).toContain(bought.trackingNumber);

  await main(page).getByRole('link', { name: bought.trackingNumber }).click();
  await heading(page, `Order ${bought.trackingNumber}`).waitFor();
  await main(page).getByRole('heading', { name: 'History' }).waitFor();
  await main(page).getByText('Order made').waitFor();
  await page.goBack();
  await main(page).getByRole('link', { name: bought.trackingNumber }).waitFor();
  expect(await page.getByLabel('Order or shopper').inputValue()).toBe('amaka');

  await page.goto('/ops/shoppers?only=buyers');
  await main(page).getByRole('link', { name: 'Tunde Bello' }).waitFor();
  await expectSound(page, 'Shoppers');
  await main(page).getByRole('link', { name: 'Tunde Bello' }).click();
  await heading(page, 'Tunde Bello').waitFor();
});
