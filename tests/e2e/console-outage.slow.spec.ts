import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { openEmbeddedShopDatabase } from '../support/embedded-shop-database.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

/** The console's database is frozen: connected, and silent. This shop has its own database, so no other test waits. */

const browser = registerBrowserForFile();
let shop: TestShop;
let thaw: (() => void) | undefined;

beforeAll(async () => {
  shop = await startTestShop({ env: { DEMO: '0' } });
});
afterAll(async () => {
  thaw?.();
  await shop?.close();
});

/** The driver waits 20 s for a silent statement and 10 s for a connection, and the page retries every 3 s. */
const OUTAGE_MS = 90_000;

it('keeps its navigation and says why while the database is frozen, and comes back by itself', async () => {
  const { page, watch } = await browser.visit({ baseURL: shop.url });
  await signInOnConsolePage(page, shop, 'bisi', 'support');
  await page.goto('/ops');
  const today = page.getByRole('heading', { level: 1, name: 'Today' });
  const nothingWaits = page.getByText('Nothing is waiting.');
  await nothingWaits.waitFor();

  // The browser logs each answer of this kind, and each request that was given up.
  watch.allow(/50[0-9]|ERR_/);
  ({ thaw } = openEmbeddedShopDatabase(shop.dataDir).freeze());
  await page.reload();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await today.waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'System status' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/Nothing can be loaded or changed at the moment\./).waitFor({ timeout: OUTAGE_MS });

  thaw();
  thaw = undefined;
  await nothingWaits.waitFor({ timeout: OUTAGE_MS });
  await today.waitFor();
  expect(await page.getByText(/Nothing can be loaded or changed at the moment\./).count()).toBe(0);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
