import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { OPS_SCREENS, opsScreenPaths } from '../src/ops/screens.ts';
import { launchBrowser, openBrowserVisitor } from '../tests/support/browser.ts';
import { openConsoleScreensTour } from '../tests/support/console-tour.ts';
import { ALL_SCREEN_TEST_CASES } from '../tests/support/screen-states.ts';
import {
  createShopperForScreenTests,
  openScreenTestCase,
  waitForAnimationsToEnd,
} from '../tests/support/screens.ts';
import { startTestShop, type TestShop } from '../tests/support/shop.ts';

export const usageText = `Shoots every screen and state of the shop, or of the operators' console, whole, light and dark, into one page to look at.

  npm run contact-sheet -- [--console] [--only NAME,NAME] [--widths 320,360,412,1280] [--out .data/contact-sheet]

  --only  screens by name, or of the console by address: /ops/groups
`;
export const commandLineDefaults = {
  console: false,
  only: '',
  widths: '320,360,412,1280',
  out: '.data/contact-sheet',
};
const HEIGHT = 800;
/** Time after which the shopper signs in again, because an access token expires after 15 minutes. */
const SESSION_MS = 5 * 60_000;

/** A screen and how to reach it on an open page. */
interface Shown {
  name: string;
  show: (page: Page) => Promise<void>;
}

/** @returns the exit code: always 0, because people judge the screenshots; tests find clipped and small elements. */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  const out = resolve(options.out);
  await mkdir(out, { recursive: true });
  const shop = await startTestShop({
    env: { GROUP_CHAT_URL: 'https://chat.example/join', PRESS_URL: 'https://press.example/story' },
  });
  const browser = await launchBrowser();
  const open = async () =>
    (await openBrowserVisitor(browser, { baseURL: shop.url, reducedMotion: 'reduce' })).page;
  const figures: string[] = [];
  try {
    const screens = options.console ? await consoleScreens(shop, open) : await shopScreens(shop);
    const only = options.only === '' ? screens.map(({ name }) => name) : options.only.split(',');
    for (const { name, show } of screens.filter((screen) => only.includes(screen.name))) {
      figures.push(`<h2>${name}</h2>`);
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of options.widths.split(',').map(Number)) {
          const page = await open();
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: HEIGHT });
          await show(page);
          await waitForAnimationsToEnd(page);
          const file = `${`${name} ${width} ${colorScheme}`.replace(/^\W+/, '').replace(/\W+/g, '-')}.png`;
          await page.screenshot({ path: join(out, file), fullPage: true });
          await page.context().close();
          figures.push(`<img src="${file}" title="${file}" width="${Math.min(width, 520) / 1.5}">`);
        }
      }
      process.stdout.write(`${name}\n`);
    }
    await writeFile(join(out, 'index.html'), `<!doctype html><meta charset="utf-8">${figures.join('\n')}`);
    process.stdout.write(`${join(out, 'index.html')}\n`);
    return 0;
  } finally {
    await browser.close();
    await shop.close();
  }
}

async function shopScreens(shop: TestShop): Promise<Shown[]> {
  const shopper = await createShopperForScreenTests(shop);
  let signedInAtMs = Date.now();
  return ALL_SCREEN_TEST_CASES.map((screen) => ({
    name: screen.name,
    show: async (page) => {
      if (Date.now() - signedInAtMs > SESSION_MS) {
        await shopper.signInAgain();
        signedInAtMs = Date.now();
      }
      await openScreenTestCase(page, screen, shop, shopper);
    },
  }));
}

async function consoleScreens(shop: TestShop, open: () => Promise<Page>): Promise<Shown[]> {
  const tour = await openConsoleScreensTour(shop, open);
  return [opsScreenPaths.enrol, ...OPS_SCREENS.map(({ path }) => path)].map((path) => ({
    name: path,
    show: async (page) => {
      if (path !== opsScreenPaths.enrol) await tour.enter(page);
      await page.goto(tour.placeOf(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'));
    },
  }));
}
