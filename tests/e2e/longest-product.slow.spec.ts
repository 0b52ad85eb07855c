import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CART_LINE_QUANTITY_MAX,
  PRICE_MAX_NAIRA,
  SELLING_UNITS_PER_PRODUCT_MAX,
  SPECIFICATIONS_PER_PRODUCT_MAX,
} from '#contract/limits.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { LONGEST_TEXTS_PRODUCT } from '../support/longest-product.ts';
import { findCutContent } from '../support/screen-checks.ts';
import { waitForAnimationsToEnd } from '../support/screens.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  addShownProductToCart,
  openPagePath,
  openPageSignedIn,
  waitForHydration,
} from '../support/shopper-actions.ts';

/** A product that uses every limit is shown whole on a small phone: no page is wider, and no text is cut. */

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Builds a text of this length from words, as people write it. */
const words = (length: number, word: string) => `${`${word} `.repeat(length).slice(0, length - 1)}.`;
const asWords = (text: string) => words(text.length, `${text.slice(0, 1)}arri`);
const [unit] = LONGEST_TEXTS_PRODUCT.sellingUnits;
const [[name, value]] = Object.entries(LONGEST_TEXTS_PRODUCT.specifications) as [[string, string]];
const numbered = (text: string, index: number) => `${index}`.padStart(2, '0') + text.slice(2);

/**
 * One product whose texts have no place to break, and one with texts of words; both with the most units and
 * specifications and the highest price.
 */
const PRODUCTS = [
  {
    ...LONGEST_TEXTS_PRODUCT,
    price: PRICE_MAX_NAIRA,
    basePrice: PRICE_MAX_NAIRA,
    specifications: Object.fromEntries(
      Array.from({ length: SPECIFICATIONS_PER_PRODUCT_MAX }, (_, index) => [numbered(name, index), value]),
    ),
    sellingUnits: Array.from({ length: SELLING_UNITS_PER_PRODUCT_MAX }, (_, index) => ({
      ...unit,
      ...{ name: numbered(unit?.name ?? '', index), displayName: numbered(unit?.displayName ?? '', index) },
      ...{ customPrice: PRICE_MAX_NAIRA, basePrice: PRICE_MAX_NAIRA },
    })),
  },
  {
    ...LONGEST_TEXTS_PRODUCT,
    slug: 'of-words',
    title: asWords(LONGEST_TEXTS_PRODUCT.title),
    description: asWords(LONGEST_TEXTS_PRODUCT.description),
    category: asWords(LONGEST_TEXTS_PRODUCT.category),
    baseUnitName: asWords(LONGEST_TEXTS_PRODUCT.baseUnitName),
    specifications: { [asWords(name)]: asWords(value) },
    sellingUnits: [{ ...unit, displayName: asWords(unit?.displayName ?? '') }],
  },
];

let folder: string;
let shopper: TestShopper;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longest-'));
  const file = join(folder, 'longest.json');
  await writeFile(file, JSON.stringify(PRODUCTS));
  await here.shop.ops('product', 'import', file);
  shopper = await TestShopper.signUp(here.shop.url, 'Amaka Okafor');
});
afterAll(() => rm(folder, { recursive: true }));

async function expectWhole(page: Page, where: string): Promise<void> {
  await waitForAnimationsToEnd(page);
  const faults = await findCutContent(page);
  expect(
    faults.filter((fault) => !fault.startsWith('broken over two lines')),
    where,
  ).toEqual([]);
}

/** Expects that the whole text can be read: it is in the page, and nothing hides a part behind an ellipsis. */
async function expectReadable(page: Page, text: string): Promise<void> {
  const hidden = await page
    .getByText(text)
    .locator('visible=true')
    .evaluateAll((found) =>
      found.map(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflow !== 'visible',
      ),
    );
  expect([text.slice(0, 20), hidden.length > 0, hidden.every(Boolean)]).toEqual([
    text.slice(0, 20),
    true,
    false,
  ]);
}

it.each(PRODUCTS)('$slug is whole on its card, its page, in cart and checkout', async (product) => {
  const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/');
  await waitForHydration(page);
  await page.getByRole('link', { name: product.category, exact: true }).click();
  const card = page.getByRole('link', { name: product.title }).first();
  await card.waitFor();
  await expectWhole(page, 'list');

  await card.click();
  await page.getByRole('heading', { level: 1, name: product.title }).waitFor();
  const [unit] = product.sellingUnits;
  await expectWhole(page, 'product');
  for (const text of [product.title, product.description]) await expectReadable(page, text);
  for (const text of Object.entries(product.specifications).flat()) await expectReadable(page, text);
  await addShownProductToCart(page, new RegExp(unit?.displayName ?? ''));
  await expectWhole(page, 'dialog');

  await shopper.add(await findProductId(here.shop, product.slug), CART_LINE_QUANTITY_MAX - 1, unit?.name);
  await openPagePath(page, '/cart');
  await page.getByRole('main').getByText(product.title).first().waitFor();
  await expectWhole(page, 'cart');
  for (const text of [product.title, unit?.displayName ?? '']) await expectReadable(page, text);
  await openPagePath(page, '/checkout');
  await page.getByRole('main').getByText(product.title).first().waitFor();
  await expectWhole(page, 'checkout');
  await shopper.must('DELETE', '/api/cart/clear');
});

it.each(PRODUCTS)('$slug is whole at the console', async (product) => {
  const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
  await signInOnConsolePage(page, here.shop, `ops-${product.slug.length}`, 'ops');
  await page.goto(`/ops/products?q=${product.slug}`);
  await page.getByRole('link', { name: product.title }).click();
  await page.getByRole('heading', { level: 1, name: product.title }).waitFor();
  await expectWhole(page, 'form');
});
