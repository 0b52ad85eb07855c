import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { it } from 'vitest';
import { browserForFile } from '../support/browser-for-file.ts';
import { enrolAndSignIn } from '../support/console-page.ts';
import { heading, main, typeIn } from '../support/pickup-counter.ts';
import { buyForPickup, type PickupOrder, wrongCodeOf } from '../support/pickup-order.ts';
import { shopForFile } from '../support/shop-for-file.ts';
import { expectReadable, expectUntranslated } from '../support/translated-page.ts';
import { playTranslator, TRANSLATED } from '../support/translator.ts';

/** One operator works at the console through the browser's page translator. */

const browser = browserForFile();
const here = shopForFile();

/** By a caller's number to the order, of which a part is paid back: the figures come first, and the order follows. */
async function payBack(page: Page, order: PickupOrder): Promise<void> {
  await page.getByLabel('Find anything').fill(order.trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await main(page).getByRole('link', { name: order.trackingNumber }).first().click();
  await expectUntranslated(heading(page, /^Order/).getByText(order.trackingNumber, { exact: true }));
  const refund = page.getByRole('form', { name: 'Refund' });
  for (const naira of ['1,000', '1,500']) {
    await refund.getByLabel('Amount in naira').fill(naira.replace(',', ''));
    await refund.getByLabel('Reason').fill('a torn bag');
    await refund.getByRole('button', { name: 'Preview' }).click();
    await refund.getByText(`₦${naira} goes into the wallet of Ada Obi.`).waitFor();
  }
  await refund.getByRole('button', { name: 'Refund' }).click();
  await refund.getByText('Refunded to the wallet.').waitFor();
  await main(page).getByText('₦1,500 refunded').waitFor();
  await expectReadable(page);
}

/** One line after the other, the first with a wrong code. */
async function handOut(page: Page, order: PickupOrder): Promise<void> {
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(order.centre);
  await heading(page, 'Waiting here').waitFor();
  await expectUntranslated(main(page).getByText(order.trackingNumber));
  await typeIn(page, order, wrongCodeOf(order));
  await page.getByRole('button', { name: 'Hand Out 2 of 2' }).click();
  await main(page).getByText('Wrong code for this order. Tries left: 4.').waitFor();
  await page.getByRole('checkbox', { name: /Beans/ }).uncheck();
  for (const [button, product] of [
    ['Hand Out 1 of 2', 'Rice'],
    ['Hand Out 1 of 1', 'Beans'],
  ] as const) {
    await page.getByLabel('Pickup code').fill(order.code);
    await page.getByRole('button', { name: button }).click();
    await main(page).getByText(`Handed out: ${product}.`).waitFor();
    await expectReadable(page);
  }
  await page.getByRole('button', { name: 'Next Shopper' }).click();
}

/** A product is made with its picture, put on sale and given another price; the preview and the saved price follow. */
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
  await main(page).getByText('1 of 1 images uploaded.').waitFor();
  await main(page).getByText('The first one stands on the card.').waitFor();
  await page.getByRole('complementary', { name: 'Preview' }).getByText('₦900').first().waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Save Product' }).click();
  await heading(page, 'Ijebu Garri (5 kg)').waitFor();
  await main(page).getByText('Not on sale').first().waitFor();
  await page.getByRole('button', { name: 'Put on Sale' }).click();
  await main(page).getByText('On sale').first().waitFor();
  await field('Group price').fill('950');
  await page.getByRole('button', { name: 'Save' }).click();
  await main(page).getByText('Saved.').first().waitFor();
  await main(page).getByText('₦950').first().waitFor();
  await expectReadable(page);
}

it('an operator who has the console translated comes in, finds, pays back, hands out and makes a product', async () => {
  const order = await buyForPickup(here.shop, 'Ada Obi', { ready: ['Rice', 'Beans'] });
  const { page, watch } = await browser.visit({ baseURL: here.shop.url });
  // The browser's own lines: nobody is signed in yet, and a wrong code is refused by its status.
  watch.allow(/ 40[013] .*\/api\/ops\//);
  await page.addInitScript(playTranslator, TRANSLATED);
  await enrolAndSignIn(page, here.shop, 'ngozi', 'owner');
  await expectReadable(page);
  await payBack(page, order);
  await handOut(page, order);
  await makeProduct(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await heading(page, 'Sign in to the console').waitFor();
  await expectReadable(page);
});
