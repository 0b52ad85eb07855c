import { expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import { locateVisibleButton, openPageSignedIn } from '../support/shopper-actions.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();
const OIL = 'red-palm-oil-25l';

it('who collected writes a review, and a reader without a script finds it with rating, answer and further products', async () => {
  const { shop } = here;
  const shopper = await TestShopper.signUp(shop.url, 'Amaka Okafor');
  const cart = await shopper.add(await findProductId(shop, OIL), 1, 'keg-5l');
  await adjustTestWallet(shop, shopper.id, cart.totalPrice);
  await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  await shop.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [shopper.id]);

  const { page } = await browser.visit({ baseURL: shop.url });
  await openPageSignedIn(page, shopper);
  await page.goto(`/product/${OIL}`);
  await locateVisibleButton(page, 'Write a review').click();
  await locateVisibleButton(page, '4 ★').click();
  await page.getByLabel(/^What should others know/).fill('Thick and red, the keg was full.');
  await locateVisibleButton(page, 'Save review').click();
  const list = page.getByRole('region', { name: 'Reviews' }).getByRole('listitem');
  await list.getByText('Thick and red, the keg was full.').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const [review] = await shop.db.query<{ id: number }>('SELECT id FROM reviews');
  await shop.ops('review', 'answer', String(review?.id), '--answer', 'Thank you.', '--reason', 'a kind word');

  const reader = await browser.visit({ baseURL: shop.url, javaScriptEnabled: false });
  await reader.page.goto(`/product/${OIL}`);
  for (const text of ['4.0', '(1 review)', 'Amaka O.', 'Thick and red, the keg was full.', 'Thank you.'])
    expect(await reader.page.getByText(text, { exact: true }).isVisible(), text).toBe(true);
  expect(await reader.page.getByText('imported rating').count()).toBe(0);
  const more = reader.page.getByRole('region', { name: /^More from / });
  expect(await more.getByRole('link').count()).toBeGreaterThan(0);
});
