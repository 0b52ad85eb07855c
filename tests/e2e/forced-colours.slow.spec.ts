import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import {
  createShopperForScreenTests,
  RICE_PRODUCT_SLUG,
  waitForAnimationsToEnd,
} from '../support/screens.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import type { TestShopper } from '../support/shopper.ts';
import { openPagePath, openPageSignedIn, waitForHydration } from '../support/shopper-actions.ts';

/** A contrast theme of the system removes every background and shadow. */

const browser = registerBrowserForFile();
const here = registerShopForFile();
let shopper: TestShopper;

beforeAll(async () => {
  shopper = await createShopperForScreenTests(here.shop);
});

async function open(path: string): Promise<Page> {
  const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
  await page.emulateMedia({ forcedColors: 'active' });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, path);
  await waitForHydration(page);
  await waitForAnimationsToEnd(page);
  return page;
}

/** @returns the texts of visible buttons, and of links that look like one, that have no edge. */
async function buttonsWithoutEdge(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('[data-variant]')]
      .filter((button) => button.checkVisibility() && parseFloat(getComputedStyle(button).borderTopWidth) < 1)
      .map((button) => button.textContent?.trim() ?? ''),
  );
}

/** Reads the drawn colour of a point in an element. @param place the part of its width from the left. */
async function colourAt(element: Locator, place: number): Promise<string> {
  const { data, info } = await sharp(await element.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * place)) * info.channels;
  return data.subarray(at, at + 3).toString('hex');
}

it.each(['/', `/product/${RICE_PRODUCT_SLUG}`, '/cart', '/checkout', '/account', '/referral'])(
  'every button of %s has an edge',
  async (path) => {
    const page = await open(path);
    await page.locator('[data-variant]').locator('visible=true').first().waitFor();
    await expect.poll(() => buttonsWithoutEdge(page)).toEqual([]);
  },
);

it('the bar of a group shows how far it is', async () => {
  const page = await open(`/product/${RICE_PRODUCT_SLUG}`);
  const bar = page.getByRole('main').locator('progress').first();
  await expect.poll(() => bar.getAttribute('value')).toBe('76');
  const [joined, missing] = [await colourAt(bar, 0.3), await colourAt(bar, 0.9)];
  expect(joined).not.toBe(missing);
});

it('the chosen category, and the page in the menu, are marked', async () => {
  const page = await open('/');
  const colourOf = (element: Locator) => element.evaluate((chip) => getComputedStyle(chip).backgroundColor);
  const chosen = page.getByRole('main').locator('a[aria-current="true"]').first();
  const other = page.getByRole('main').locator('nav a:not([aria-current]), a[href*="category"]').first();
  expect(await colourOf(chosen)).not.toBe(await colourOf(other));
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const current = page.getByRole('dialog').locator('a[aria-current="page"]');
  expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
  const menu = page.getByRole('dialog');
  expect(await menu.evaluate((side) => getComputedStyle(side).borderLeftStyle)).toBe('solid');
});

it('the field that is typed in has a ring', async () => {
  const page = await open('/edit-profile');
  const field = page.getByRole('main').getByRole('textbox').first();
  const ring = () => field.evaluate((input) => getComputedStyle(input).outlineStyle);
  expect(await ring()).toBe('none');
  await field.focus();
  expect(await ring()).toBe('solid');
});

it('the steps of an order and of the bonus show how far they are', async () => {
  const page = await open('/account');
  const steps = page.getByRole('list', { name: 'The way of your order' }).first().getByRole('listitem');
  await steps.first().waitFor();
  const [paid, next, ground] = await steps.evaluateAll((items) => [
    ...items.slice(0, 2).map((item) => getComputedStyle(item, '::before').backgroundColor),
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect([paid === next, next === ground, paid === ground]).toEqual([false, false, false]);
  await openPagePath(page, '/referral');
  const edges = await page
    .getByRole('progressbar', { name: 'Referrals towards the next bonus' })
    .locator('span')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).borderTopStyle));
  expect(edges).toEqual(['solid', 'solid', 'solid']);
});

it('no ring is drawn over the words of a money card and of the hero, which have an edge', async () => {
  const page = await open('/wallet');
  const card = page.getByRole('main').locator('section').filter({ hasText: 'Wallet Balance' }).last();
  const ring = await card.evaluate((box) => getComputedStyle(box, '::after').display);
  const edges = [await card.evaluate((box) => getComputedStyle(box).borderTopStyle)];
  await openPagePath(page, '/');
  const hero = page.getByRole('region', { name: 'Buy Together, Save Together' });
  edges.push(await hero.evaluate((box) => getComputedStyle(box).borderTopStyle));
  expect([ring, ...edges]).toEqual(['none', 'solid', 'solid']);
});
