import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatOrderLabelQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { createPickupTestOrder } from '../support/pickup-order.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Prints the page with Chromium. @returns the size of each printed page in millimetres. */
async function printPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  const points = (text: string) => Math.round((Number(text) / 72) * 25.4);
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width = '', height = '']) => `${points(width)} x ${points(height)} mm`,
  );
}

it('labels fill A4 or come one by one from a roll, and the counter can read each', async () => {
  const orders = [];
  for (const name of ['Ada Obi', 'Bola Ade', 'Chukwuemeka Oluwaseun-Adebayo'])
    orders.push(await createPickupTestOrder(here.shop, name, { secured: ['Rice', 'Palm Oil'] }));
  const { page } = await browser.visit({ baseURL: here.shop.url });
  await signInOnConsolePage(page, here.shop, 'ngozi', 'ops');
  await page.goto('/ops/pickup/pack');
  await page.getByLabel('Centre').selectOption(orders[0]?.centre ?? '');
  await page.getByLabel('Goods that are').selectOption('secured');
  await page.getByLabel('Show').selectOption('a4');
  for (const { trackingNumber } of orders) {
    const code = page.getByRole('img', { name: `QR code of ${trackingNumber}` });
    await expect.poll(() => readQrCode(code)).toBe(formatOrderLabelQrText(trackingNumber));
  }
  expect(await printPages(page)).toEqual(['210 x 297 mm']);
  await page.getByLabel('Show').selectOption('roll');
  await page.emulateMedia({ media: 'print' });
  const boxOf = (of: Locator) => of.first().evaluate((element) => element.getBoundingClientRect().toJSON());
  const label = page.getByRole('listitem').filter({ hasText: 'Ada Obi' });
  const code = await boxOf(label.getByRole('img'));
  // This decoder may read a code under text, but a cheap camera cannot, so the text must be below the code.
  expect((await boxOf(label.getByText('Ada Obi'))).top).toBeGreaterThanOrEqual(code.bottom);
  expect(await printPages(page)).toEqual(orders.map(() => '58 x 80 mm'));
});
