import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchBrowser, openBrowserVisitor } from '../tests/support/browser.ts';
import {
  createShopperForScreenTests,
  openScreenTestCase,
  SCREEN_TEST_CASES,
  waitForAnimationsToEnd,
} from '../tests/support/screens.ts';
import { startTestShop } from '../tests/support/shop.ts';

/** Lists the screenshots of the install dialog; the server's web manifest must name the same files and sizes. */
const SHOTS = [
  { screen: 'home', file: 'home.png', width: 360, height: 640, scale: 2 },
  { screen: 'product', file: 'product.png', width: 360, height: 640, scale: 2 },
  { screen: 'account', file: 'account.png', width: 360, height: 640, scale: 2 },
  { screen: 'home', file: 'wide.png', width: 1280, height: 800, scale: 1 },
] as const;

const FOLDER = 'public/screenshots';

export const usageText = 'Shoots the built app for the install dialog, into public/screenshots.\n';
export const commandLineDefaults = {};

export async function runBenchmark(): Promise<number> {
  await mkdir(FOLDER, { recursive: true });
  const shop = await startTestShop();
  const browser = await launchBrowser();
  try {
    const shopper = await createShopperForScreenTests(shop);
    for (const { screen: name, file, width, height, scale } of SHOTS) {
      const screen = SCREEN_TEST_CASES.find((candidate) => candidate.name === name);
      if (!screen) throw new Error(`no screen ${name}`);
      const viewport = { width, height };
      const visitor = { baseURL: shop.url, viewport, deviceScaleFactor: scale };
      const { context, page } = await openBrowserVisitor(browser, visitor);
      await openScreenTestCase(page, screen, shop, shopper);
      await waitForAnimationsToEnd(page);
      const shot = await page.screenshot();
      // A palette of 256 colours is enough for the dialog and takes a quarter of the bytes.
      await sharp(shot).png({ palette: true, quality: 80, effort: 10 }).toFile(join(FOLDER, file));
      await context.close();
    }
  } finally {
    await browser.close();
    await shop.close();
  }
  return 0;
}
