import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { waitForOverlayClosed } from '../support/keys.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  locateVisibleButton,
  openPagePath,
  openPageSignedIn,
  waitForHydration,
} from '../support/shopper-actions.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();
let shopper: TestShopper;

beforeAll(async () => {
  shopper = await TestShopper.signUp(here.shop.url);
});

const OVERLAYS = [
  {
    name: 'the menu',
    path: '/about',
    open: (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
  {
    name: 'the notifications',
    path: '/about',
    open: (page: Page) => page.getByRole('button', { name: /notifications/i }).click(),
  },
  {
    name: 'the dialog after Add to cart',
    path: '/product/semovita-10kg',
    open: (page: Page) => locateVisibleButton(page, 'Add to cart').click(),
  },
];

describe.each(OVERLAYS)('$name', ({ path, open }) => {
  async function openOverlay(): Promise<Page> {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPageSignedIn(page, shopper);
    await openPagePath(page, '/contact');
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await open(page);
    await page.getByRole('dialog').waitFor();
    // The overlay adds its step to the history a moment after it is drawn, just before it takes the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
      .toBe(true);
    return page;
  }

  it("closes on the phone's Back without leaving the page, and Back then leaves", async () => {
    const page = await openOverlay();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(path);
    await page.goBack();
    await page.waitForURL(`${here.shop.url}/contact`);
  });

  it('leaves no dead Back behind when the page is reloaded under it', async () => {
    const page = await openOverlay();
    await page.reload();
    await waitForHydration(page);
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? [])).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(path);
    await page.goBack();
    await page.waitForURL(`${here.shop.url}/contact`);
  });

  it('closes on Escape, gives the focus back and leaves no step behind', async () => {
    const page = await openOverlay();
    await page.keyboard.press('Escape');
    // The overlay removes its own step from the history; only then does Back lead to the page before.
    await waitForOverlayClosed(page, page.getByRole('dialog'));
    expect(new URL(page.url()).pathname).toBe(path);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    await page.goBack();
    await page.waitForURL(`${here.shop.url}/contact`);
  });

  it('closes on a tap beside it', async () => {
    const page = await openOverlay();
    // On a phone the panel fills the screen, so there is nothing beside it to tap.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(() => innerWidth === 1280);
    await page.mouse.click(8, 120);
    await waitForOverlayClosed(page, page.getByRole('dialog'));
    expect(new URL(page.url()).pathname).toBe(path);
  });
});
