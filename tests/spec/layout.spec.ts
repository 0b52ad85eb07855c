import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { createErrorBody } from '../support/error-body.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { isTopRight } from '../support/screen-checks.ts';
import { disableToastTimeout } from '../support/screen-line.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  locateVisibleButton,
  openPagePath,
  openPageSignedIn,
  signInOnPage,
} from '../support/shopper-actions.ts';
import { says } from './specification.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Reads red, green and blue of an element's background, 0 to 255. */
async function paintOf(element: Locator): Promise<number[]> {
  const painted = await element.evaluate((node) => getComputedStyle(node).backgroundColor);
  return (painted.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}

/** Names a colour as a shopper would. */
function nameOf([red = 0, green = 0, blue = 0]: number[]): string {
  if (red > 200 && green > 130 && blue < 100) return 'amber';
  if (red > green && red > blue) return 'red';
  return green > blue ? 'green' : 'blue';
}

test(
  [
    says('Toasts are placed top-right.'),
    says(
      'Toast colours: success green, error red, warning amber with a warning icon, info blue with an info icon.',
    ),
  ].join(' '),
  async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    const productId = await findProductId(here.shop, 'semovita-10kg');
    const viewport = { width: 1280, height: 800 };
    const { page, watch } = await browser.visit({ baseURL: here.shop.url, viewport });
    watch.allow(/ 400 /);
    await openPageSignedIn(page, shopper);
    await disableToastTimeout(page);
    const shown = async (kind: string) => {
      const stripe = page.locator(`.Toastify__toast--${kind}`).first();
      await stripe.waitFor();
      const colour = nameOf(await paintOf(stripe));
      const drawing = await stripe.locator('svg path').first().getAttribute('d');
      return { colour, drawing };
    };
    /** A warning is drawn as a triangle, an information as a circle. */
    const [TRIANGLE, CIRCLE] = [/^M12 4l9 16H3z/, /a9 9 0 1 0 0-18/];

    await openPagePath(page, '/about');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some((e) => /\/member-/.test(e.name)),
    );
    await expect
      .poll(
        async () => {
          await adjustTestWallet(here.shop, shopper.id, 20_000);
          return page.locator('.Toastify__toast--info').count();
        },
        { timeout: 20_000, interval: 1_500 },
      )
      .toBeGreaterThan(0);
    const info = await shown('info');
    expect(info.colour).toBe('blue');
    expect(info.drawing).toMatch(CIRCLE);
    await expect.poll(() => isTopRight(page, '.Toastify__toast')).toBe(true);

    const { totalPrice } = await shopper.add(productId, 1);
    expect((await shopper.pay({ method: 'wallet_only', walletNaira: totalPrice })).status).toBe(200);
    expect((await shown('success')).colour).toBe('green');

    await shopper.add(productId, 1);
    await openPagePath(page, '/cart');
    const amount = page.getByLabel('Amount from wallet');
    await page.getByText(/^Balance: ₦/).waitFor();
    await amount.fill('999999');
    const warning = await shown('warning');
    expect(warning.colour).toBe('amber');
    expect(warning.drawing).toMatch(TRIANGLE);

    await page.route('**/api/cart/add', (route) =>
      route.fulfill({ status: 400, json: createErrorBody('bad_request', 'Sold out') }),
    );
    await openPagePath(page, '/product/semovita-10kg');
    await locateVisibleButton(page, 'Add to cart').click();
    expect((await shown('error')).colour).toBe('red');
  },
);

test(says('Sign-in failure: the server message is shown in a red box.'), async () => {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url });
  watch.allow(/ 400 /);
  await openPagePath(page, '/signin');
  await signInOnPage(page, { email: 'nobody@example.com', password: 'wrong horse' });
  const box = page.getByRole('alert').filter({ hasText: 'Invalid email or password' });
  await box.waitFor();
  const [red = 0, green = 0, blue = 0] = await paintOf(box);
  expect([red > green + 10, red > blue + 10]).toEqual([true, true]);
  expect(new URL(page.url()).pathname).toBe('/signin');
});
