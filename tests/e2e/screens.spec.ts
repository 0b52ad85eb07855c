import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { isWholeRun } from '../support/first-or-all.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import {
  findCoveredTargets,
  findCutContent,
  findSmallTargets,
  setDoubleTextSize,
} from '../support/screen-checks.ts';
import { holdRequestsTo, navigateWithinApp } from '../support/screen-line.ts';
import { ALL_SCREEN_TEST_CASES } from '../support/screen-states.ts';
import {
  createShopperForScreenTests,
  openScreenTestCase,
  RICE_PRODUCT_SLUG,
  SCREEN_TEST_CASES,
  waitForAnimationsToEnd,
} from '../support/screens.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import { openPagePath, openPageSignedIn, waitForHydration } from '../support/shopper-actions.ts';

const PHONE = { width: 360, height: 800 };
const SMALLEST_PHONE = { width: 320, height: 800 };
/** The size of a phone in landscape. */
const LANDSCAPE = { width: 640, height: 360 };

/** `npm test` tests the main state of each screen on the smallest phone, `npm run test:all` every state and size. */
const screens = isWholeRun ? ALL_SCREEN_TEST_CASES : SCREEN_TEST_CASES;
const windows = isWholeRun
  ? [PHONE, SMALLEST_PHONE, { width: 1280, height: 800 }, LANDSCAPE]
  : [SMALLEST_PHONE];

/** In `npm test` the main screens of one person share a page. A state that uses up its person has its own. */
const shared = ['visitor', 'shopper'].map((who) => ({
  name: `the screens of a ${who}`,
  shown: screens.filter(({ as }) => !isWholeRun && as === who),
}));
const alone = screens
  .filter((screen) => !shared.some(({ shown }) => shown.includes(screen)))
  .map((screen) => ({ name: screen.name, shown: [screen] }));
const pages = [...shared, ...alone].filter(({ shown }) => shown.length > 0);

const browser = registerBrowserForFile();
const here = registerShopForFile();
let shopper: TestShopper;

beforeAll(async () => {
  shopper = await createShopperForScreenTests(here.shop);
});

describe('every screen and state', () => {
  it.each(pages)(
    '$name: keeps nobody out, cuts nothing at any size or at 200% text, and a finger hits every target',
    async ({ shown }) => {
      const { page, watch } = await browser.visit({
        baseURL: here.shop.url,
        viewport: PHONE,
        reducedMotion: 'reduce',
      });
      const faults: string[] = [];
      for (const screen of shown) {
        watch.allow(screen.refusal ?? /^$/);
        await page.setViewportSize(PHONE);
        await openScreenTestCase(page, screen, here.shop, shopper);
        faults.push(...(await findFaults(page)).map((fault) => `${screen.name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
});

async function findFaults(page: Page): Promise<string[]> {
  const faults = await findAccessibilityFaults(page);
  if (isWholeRun) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitForAnimationsToEnd(page);
    faults.push(...(await findAccessibilityFaults(page, 'colours')).map((fault) => `dark: ${fault}`));
  }
  for (const window of windows) faults.push(...(await findFaultsIn(page, window)));
  return faults;
}

async function findFaultsIn(page: Page, window: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(window);
  await waitForAnimationsToEnd(page);
  const find = async () => [...(await findCutContent(page)), ...(await findCoveredTargets(page))];
  const faults = [...(await find()), ...(await findSmallTargets(page))];
  await setDoubleTextSize(page, true);
  await waitForAnimationsToEnd(page);
  faults.push(...(await find()).map((fault) => `at 200% text: ${fault}`));
  await setDoubleTextSize(page, false);
  return faults.map((fault) => `${window.width}px: ${fault}`);
}

it('on its side a phone shows what the product is and its price beside the picture, above the bar', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: LANDSCAPE });
  await openPagePath(page, `/product/${RICE_PRODUCT_SLUG}`);
  const bar = await page.locator('[data-buybar]').boundingBox();
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByText(/^₦/).first()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 360) + (box?.height ?? 0), await part.innerText()).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

it('on a phone the total and Pay stay in reach and cover no field, also in text of double size', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 360, height: 740 } });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/checkout');
  const button = page.getByRole('button', { name: /^Pay ₦/ });
  await button.waitFor();
  const bar = page.locator('[data-paybar]');
  const barTop = async () => (await bar.boundingBox())?.y ?? 0;
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? 740) + (box?.height ?? 0);
  };
  for (const isDouble of [false, true]) {
    await setDoubleTextSize(page, isDouble);
    await waitForAnimationsToEnd(page);
    await expect.poll(() => bottomOf(button)).toBeLessThanOrEqual(740);
    for (const label of ['City', 'Street', 'Phone']) {
      const field = page.getByLabel(label, { exact: true });
      // The pickup centres may arrive meanwhile and move what is below them.
      const coveredHeight = async () => {
        await field.evaluate((input) => input.scrollIntoView({ block: 'end' }));
        return (await bottomOf(field)) - (await barTop());
      };
      await expect.poll(coveredHeight, { message: label }).toBeLessThanOrEqual(0);
    }
    const last = page.getByRole('navigation', { name: 'Footer' }).getByRole('link').last();
    const coveredAtEnd = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return (await bottomOf(last)) - (await barTop());
    };
    await expect.poll(coveredAtEnd).toBeLessThanOrEqual(0);
  }
});

it('a small button without a ground begins where the words above it begin', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: PHONE });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/account');
  const leftOf = (words: string) =>
    page
      .getByRole('main')
      .getByText(words, { exact: true })
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
  await page.getByRole('main').getByText('Leave group').waitFor();
  expect([await leftOf('Receipt'), await leftOf('Leave group')]).toEqual([
    await leftOf('Tracking number'),
    await leftOf('Units'),
  ]);
});

it('the second tap of the double tap that opens a dialog hits no button in it', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: PHONE });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/account');
  const setAnimationSpeed = await openAnimationSpeed(page);
  await setAnimationSpeed(0);
  await page.getByRole('main').getByRole('button', { name: 'Leave group' }).first().click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Leave group' });
  await confirm.waitFor();
  const takesTaps = () =>
    confirm.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  expect(await takesTaps()).toBe(false);
  await setAnimationSpeed(1);
  await expect.poll(takesTaps).toBe(true);
});

/** @returns a function that sets how fast the page's animations run; 0 stops them at their beginning. */
async function openAnimationSpeed(page: Page): Promise<(playbackRate: number) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  return async (playbackRate) => void (await devTools.send('Animation.setPlaybackRate', { playbackRate }));
}

it('a slow screen keeps the label of its button on one line', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: PHONE });
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number) =>
      start(handler, ms === 10_000 ? 0 : ms)) as typeof setTimeout;
  });
  await openPagePath(page, '/about');
  await holdRequestsTo(page, '**/api/products/?*');
  await navigateWithinApp(page, '/');
  const button = page.getByRole('main').getByRole('button', { name: 'Try Again' });
  const lines = await button.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});

it('in text of double size the header stays 60 px high, and no count covers what is beside it', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: SMALLEST_PHONE });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, `/product/${RICE_PRODUCT_SLUG}`);
  await setDoubleTextSize(page, true);
  const header = page.getByRole('banner');
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect((await boxOf(header)).height).toBe(60);
  const logo = await boxOf(header.getByRole('link', { name: 'Ajora, home' }).locator('svg'));
  const cart = await boxOf(header.getByRole('link', { name: /^Cart/ }).locator('span').last());
  const menu = await boxOf(header.getByRole('button', { name: 'Menu' }).locator('svg'));
  const bell = await boxOf(
    header
      .getByRole('button', { name: /^Notifications/ })
      .locator('span')
      .last(),
  );
  expect([cart.x + cart.width <= logo.x, bell.x + bell.width <= menu.x]).toEqual([true, true]);
  const share = await boxOf(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Share/ })
      .first(),
  );
  const saving = await boxOf(page.getByRole('main').getByText(/^SAVE/).first());
  expect(saving.x + saving.width).toBeLessThan(share.x);
});

it.each([
  { path: '/', isDouble: false },
  { path: `/product/${RICE_PRODUCT_SLUG}`, isDouble: true },
])('by keys nothing on $path has the focus under a bar or out of sight', async ({ path, isDouble }) => {
  const viewport = { width: 320, height: 568 };
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport, reducedMotion: 'reduce' });
  await openPagePath(page, path);
  await waitForHydration(page);
  await setDoubleTextSize(page, isDouble);
  const hidden: string[] = [];
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main') || focused.closest('[data-buybar]')) return '';
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const floor = document.querySelector('[data-buybar]')?.getBoundingClientRect().top ?? innerHeight;
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      const height = Math.min(bottom, floor) - Math.max(top, 60);
      const isSeen = width > 0.4 * (right - left) && height > 0.4 * (bottom - top);
      return isSeen ? '' : (focused.getAttribute('aria-label') ?? focused.textContent ?? '');
    });
    if (unseen) hidden.push(unseen);
  }
  expect(hidden).toEqual([]);
});

it('an id that can be copied stands on the row of the id beside it', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 1280, height: 800 } });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/wallet');
  const ids = page.getByRole('main').locator('dd [translate="no"]');
  await ids.first().waitFor();
  const tops = await ids.evaluateAll((shown) =>
    shown.map((id) => Math.round(id.getBoundingClientRect().top / 2)),
  );
  expect([tops.length > 1, new Set(tops).size]).toEqual([true, 1]);
});

it('beside a large amount the words of a transaction stay whole on the smallest phone', async () => {
  const rich = await TestShopper.signUp(here.shop.url, 'Ada Obi');
  await adjustTestWallet(here.shop, rich.id, 900_000_000);
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: SMALLEST_PHONE });
  await openPageSignedIn(page, rich);
  await openPagePath(page, '/wallet');
  await page.getByRole('heading', { name: 'Goodwill' }).waitFor();
  expect(await findCutContent(page)).toEqual([]);
});

it('the widest referral code stands on one line, also at 200% text on the smallest phone', async () => {
  const referrer = await TestShopper.signUp(here.shop.url, 'Ada Obi');
  await here.shop.db.query("UPDATE users SET referral_code = 'WWWWWWWW' WHERE id = $1", [referrer.id]);
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: SMALLEST_PHONE });
  await openPageSignedIn(page, referrer);
  await openPagePath(page, '/referral');
  await page.getByText('WWWWWWWW', { exact: true }).waitFor();
  await setDoubleTextSize(page, true);
  await waitForAnimationsToEnd(page);
  expect(await findCutContent(page)).toEqual([]);
});
