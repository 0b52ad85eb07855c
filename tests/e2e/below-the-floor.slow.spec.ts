import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenPathPatterns } from '#contract/addresses.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { simulateLegacyBrowser } from '../support/old-engine.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

const READ = {
  '/': 'Group deals',
  '/product/semovita-10kg': 'Semolina Flour (10 kg)',
  [screenPathPatterns.about]: 'Join group-buy deals',
  [screenPathPatterns.contact]: 'We reply within 24 hours.',
  [screenPathPatterns.terms]: 'Terms',
  [screenPathPatterns.privacy]: 'Privacy',
};
const NEED_SCRIPT = [
  ...[
    screenPathPatterns.signIn,
    screenPathPatterns.register,
    screenPathPatterns.forgotPassword,
    screenPathPatterns.useTemporaryRecoveryKey,
  ],
  ...[
    screenPathPatterns.cart,
    screenPathPatterns.checkout,
    screenPathPatterns.account,
    screenPathPatterns.editProfile,
    screenPathPatterns.wallet,
    screenPathPatterns.referral,
  ],
];
const everywhere = [...Object.entries(READ), ...NEED_SCRIPT.map((path) => [path, 'Home'] as const)];

/** Expects that the page does not scroll sideways and has the shop's background. */
async function expectTidy(page: Page): Promise<void> {
  const { width, ground } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    ground: getComputedStyle(document.body).backgroundColor,
  }));
  expect(width).toBeLessThanOrEqual(360);
  expect(ground).toBe('rgb(251, 248, 242)');
}

describe('with JavaScript switched off', () => {
  it.each(everywhere)('%s can be read, and says how to sign in and buy', async (path, words) => {
    const { page } = await browser.visit({ baseURL: here.shop.url, javaScriptEnabled: false });
    await page.goto(path);
    await page.locator('body').filter({ hasText: words }).waitFor();
    // Playwright's text search leaves <noscript> out.
    const note = page.locator('noscript p');
    expect(await note.isVisible()).toBe(true);
    expect(await note.textContent()).toMatch(
      /JavaScript is switched off.*open this page in Chrome, Firefox or Safari/,
    );
    await expectTidy(page);
    await note.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Group deals' }).waitFor();
  });
});

describe('in a browser without modules, grid and variables', () => {
  it.each(everywhere)('%s can be read, and says that the browser is too old', async (path, words) => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    await simulateLegacyBrowser(page);
    await page.goto(path);
    await page.locator('body').filter({ hasText: words }).waitFor();
    const note = page.getByRole('alert').filter({ hasText: 'This browser is too old' });
    expect(await note.isVisible()).toBe(true);
    await expectTidy(page);
    // Text that overlaps other text cannot be read, and a drawing without a size fills the screen.
    const odd = await page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .filter((each) => each.getClientRects().length > 0)
        .filter(
          (each) =>
            getComputedStyle(each).position === 'fixed' ||
            (each.tagName === 'svg' && each.getBoundingClientRect().width > 160),
        )
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    expect(odd).toEqual([]);
    await note.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Group deals' }).waitFor();
  });
});

describe('in a browser that reads the app but lacks what it needs', () => {
  it.each(['/', '/signin'])('%s says that it is too old', async (path) => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'replaceAll'));
    await page.goto(path);
    await page.getByRole('alert').filter({ hasText: 'This browser is too old' }).waitFor();
  });
});
