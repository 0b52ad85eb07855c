import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { enrolAndSignInOnConsolePage } from '../support/console-page.ts';
import { locateHeading, locateMainRegion, typeTrackingNumberAndCode } from '../support/pickup-counter.ts';
import {
  createPickupTestOrder,
  createWrongPickupCode,
  type PickupTestOrder,
} from '../support/pickup-order.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { expectTextUntranslated, expectTranslatedPageReadable } from '../support/translated-page.ts';
import { simulateBrowserTranslator, TRANSLATED_TEXT_MARK } from '../support/translator.ts';

/** An operator works at the console through the browser's page translator. */

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Finds an order by its number and refunds a part of it: the figures are shown first, and the order follows. */
async function payBack(page: Page, order: PickupTestOrder): Promise<void> {
  await page.getByLabel('Find anything').fill(order.trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await locateMainRegion(page).getByRole('link', { name: order.trackingNumber }).first().click();
  await expectTextUntranslated(
    locateHeading(page, /^Order/).getByText(order.trackingNumber, { exact: true }),
  );
  const refund = page.getByRole('form', { name: 'Refund' });
  for (const naira of ['1,000', '1,500']) {
    await refund.getByLabel('Amount in naira').fill(naira.replace(',', ''));
    await refund.getByLabel('Reason').fill('a torn bag');
    await refund.getByRole('button', { name: 'Preview' }).click();
    await refund.getByText(`₦${naira} goes into the wallet of Ada Obi.`).waitFor();
  }
  await refund.getByRole('button', { name: 'Refund' }).click();
  await refund.getByText('Refunded to the wallet.').waitFor();
  await locateMainRegion(page).getByText('₦1,500 paid back').waitFor();
  await expectTranslatedPageReadable(page);
}

/** Hands out one line after the other, the first with a wrong code. */
async function handOut(page: Page, order: PickupTestOrder): Promise<void> {
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(order.centre);
  await locateHeading(page, 'Waiting here').waitFor();
  await expectTextUntranslated(locateMainRegion(page).getByText(order.trackingNumber));
  await typeTrackingNumberAndCode(page, order, createWrongPickupCode(order));
  await page.getByRole('button', { name: 'Hand Out 2 of 2' }).click();
  await locateMainRegion(page).getByText('Wrong code for this order. Tries left: 4.').waitFor();
  await page.getByRole('checkbox', { name: /Beans/ }).uncheck();
  for (const [button, product] of [
    ['Hand Out 1 of 2', 'Rice'],
    ['Hand Out 1 of 1', 'Beans'],
  ] as const) {
    await page.getByLabel('Pickup code').fill(order.code);
    await page.getByRole('button', { name: button }).click();
    await locateMainRegion(page).getByText(`Handed out: ${product}.`).waitFor();
    await expectTranslatedPageReadable(page);
  }
  await page.getByRole('button', { name: 'Next Shopper' }).click();
}

/** Adds a product with a picture, puts it on sale and changes its price; the preview and the saved price follow. */
async function makeProduct(page: Page): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.goto('/ops/products/new');
  await field('Web name').fill('ijebu-garri-5kg');
  await field('Title').fill('Ijebu Garri (5 kg)');
  for (const price of ['1000', '900']) await field('Group price').fill(price);
  await field('Standard price').fill('1200');
  await field('Units a group needs').fill('10');
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#d8b45a' } })
    .png()
    .toBuffer();
  const picture = { name: 'garri.png', mimeType: 'image/png', buffer };
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await locateMainRegion(page).getByText('1 of 1 images uploaded.').waitFor();
  await locateMainRegion(page).getByText('The first one stands on the card.').waitFor();
  await page.getByRole('complementary', { name: 'Preview' }).getByText('₦900').first().waitFor();
  await expectTranslatedPageReadable(page);
  await page.getByRole('button', { name: 'Save Product' }).click();
  await locateHeading(page, 'Ijebu Garri (5 kg)').waitFor();
  await locateMainRegion(page).getByText('Not on sale').first().waitFor();
  await page.getByRole('button', { name: 'Put on Sale' }).click();
  await locateMainRegion(page).getByText('On sale').first().waitFor();
  await field('Group price').fill('950');
  await page.getByRole('button', { name: 'Save' }).click();
  await locateMainRegion(page).getByText('Saved.').first().waitFor();
  await locateMainRegion(page).getByText('₦950').first().waitFor();
  await expectTranslatedPageReadable(page);
}

it('an operator who has the console translated comes in, finds, pays back, hands out and makes a product', async () => {
  const order = await createPickupTestOrder(here.shop, 'Ada Obi', { ready: ['Rice', 'Beans'] });
  const { page, watch } = await browser.visit({ baseURL: here.shop.url });
  // The browser logs the calls before the sign-in, and the wrong code, by their status.
  watch.allow(/ 40[013] .*\/api\/ops\//);
  await page.addInitScript(simulateBrowserTranslator, TRANSLATED_TEXT_MARK);
  await enrolAndSignInOnConsolePage(page, here.shop, 'ngozi', 'owner');
  await expectTranslatedPageReadable(page);
  await payBack(page, order);
  await handOut(page, order);
  await makeProduct(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await locateHeading(page, 'Sign in to the console').waitFor();
  await expectTranslatedPageReadable(page);
});
