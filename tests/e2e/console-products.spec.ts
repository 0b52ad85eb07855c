import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { isWholeRun } from '../support/first-or-all.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/**
 * The console's screens of products in the built shop: seven from a table, one by hand, and what shoppers see of them.
 */

const browser = registerBrowserForFile();
const here = registerShopForFile();

const SEVEN = Array.from({ length: 7 }, (_, index) => `harvest-${String(index + 1).padStart(2, '0')}`);
const HEAD = 'slug,title,category,price,basePrice,minimumViableUnits,images,baseUnitName,sellingUnits';
const CSV = [
  HEAD,
  ...SEVEN.map(
    (slug, index) =>
      `${slug},Harvest ${index + 1},Harvest,${900 + index},${1_200 + index},50,${slug}.png,kg,bag;Bag 50 kg;50;1200; | kilo;Kilo;1;40;`,
  ),
].join('\n');
const file = (name: string, buffer: Buffer | string, mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(buffer),
});
const png = async (slug: string, hue: number) => {
  const background = { r: (hue * 37) % 256, g: (hue * 91) % 256, b: (hue * 53) % 256 };
  const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer();
  return file(`${slug}.png`, bytes, 'image/png');
};
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const at = (label: string, page: Page) => page.getByLabel(label, { exact: true });

async function arrive(name: string, look: { width: number; height: number; colorScheme: 'light' | 'dark' }) {
  const { width, height, colorScheme } = look;
  const visitor = await browser.visit({ baseURL: here.shop.url, viewport: { width, height }, colorScheme });
  await signInOnConsolePage(visitor.page, here.shop, name, 'ops');
  return visitor;
}

async function expectSound(page: Page, where: string): Promise<void> {
  expect(await findAccessibilityFaults(page), where).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${where} is no wider than the screen`).toBeLessThanOrEqual(0);
}

const PHONE = { width: 360, height: 740, colorScheme: 'light' } as const;

describe('products at the console', () => {
  it('come in seven at once with their pictures, after a look at what would change', async () => {
    const { page } = await arrive('importer', PHONE);
    await page.goto('/ops/products');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await heading(page, 'Import products').waitFor();
    const choose = page.locator('input[type=file]');
    const pictures = await Promise.all(SEVEN.map(png));
    await choose.setInputFiles([file('harvest.csv', CSV), ...pictures]);
    await page.getByText('7 of 7 images uploaded.').first().waitFor({ timeout: 90_000 });

    await button(page, 'Preview Changes').click();
    await page.getByText('7 new, 0 changed, 0 unchanged. Nothing is saved yet.').first().waitFor();
    const count = async () =>
      (await here.shop.db.query(`SELECT 1 FROM products WHERE slug LIKE 'harvest-%'`)).length;
    expect(await count()).toBe(0);
    const list = await page.getByRole('list').filter({ hasText: 'harvest-07' }).last().boundingBox();
    expect(list?.height, 'one line a product').toBeLessThan(7 * 48);
    await expectSound(page, 'dry run');
    await button(page, 'Import 7 Products').click();
    await page.getByText('Imported: 7 new, 0 changed, 0 unchanged.').first().waitFor();
    expect(await count()).toBe(7);

    await choose.setInputFiles(file('harvest.csv', CSV));
    await button(page, 'Preview Changes').click();
    await page.getByText('0 new, 0 changed, 7 unchanged.').first().waitFor();
    expect(await button(page, /^Import/).count()).toBe(0);

    await choose.setInputFiles(file('prices.csv', 'slug,price\nharvest-01,950\nharvest-02,cheap\n'));
    await button(page, 'Preview Changes').click();
    await page.getByText('Nothing was imported: one row is wrong.').first().waitFor();
    await page.getByText('type a whole number from 1 to').first().waitFor();
    expect(await button(page, /^Import/).count()).toBe(0);
    await expectSound(page, 'refused lines');
  });

  it('are written to a table, found, given another price and picture, and taken from sale', async () => {
    const { page, context, watch } = await arrive('editor', PHONE);
    await page.goto('/ops/products');
    const begun = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    expect((await begun).suggestedFilename()).toBe('products.csv');
    await at('Title or web name', page).fill('harvest 7');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Harvest 7', exact: true }).click();
    await heading(page, 'Harvest 7').waitFor();

    await at('Group price', page).fill('1,100');
    await at('How many kg', page).last().fill('5');
    await page.getByText('Group price ₦110', { exact: true }).first().waitFor();
    await button(page, 'Save').click();
    await page.getByText('Saved.').first().waitFor();
    const shop = await context.newPage();
    await shop.goto('/product/harvest-07');
    await shop.getByText('₦1,100').first().waitFor();
    await shop.close();

    // The server refuses the picture with status 409, which the browser logs.
    watch.allow(/409/);
    const files = page.locator('input[type=file]').first();
    await files.setInputFiles(file('letter.png', 'no picture at all', 'image/png'));
    await page.getByText('letter.png is not an image.').first().waitFor();
    const name = await page.getByText('letter.png', { exact: true }).boundingBox();
    expect(name?.height, 'a name on one line').toBeLessThan(30);
    await files.setInputFiles(await png('second', 77));
    await page.getByAltText('Picture 2').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Saved.').first().waitFor();
    await expect
      .poll(async () => {
        const [row] = await here.shop.db.query<{ images: string[] }>(
          `SELECT images FROM products WHERE slug = 'harvest-07'`,
        );
        return row?.images.length;
      })
      .toBe(2);
    await expectSound(page, 'product');

    await page.getByLabel('Reason (optional)').fill('sold out');
    await button(page, 'Take Off Sale').click();
    await heading(page, 'Harvest 7').waitFor();
    await button(page, 'Put on Sale').waitFor();
    const gone = await page.request.get('/api/products/slug/harvest-07');
    expect(gone.status()).toBe(404);
  });

  it('are made by hand, and shown to nobody before somebody puts them on sale', async () => {
    const { page, watch } = await arrive('maker', PHONE);
    await page.goto('/ops/products/new');
    await at('Title', page).fill('Fresh yam');
    await at('Web name', page).fill('Harvest 01');
    await at('Group price', page).fill('2,000');
    await at('Standard price', page).fill('1,500');
    await at('Units a group needs', page).fill('20');
    await button(page, 'Save Product').click();
    await page
      .getByText('Lower-case letters a to z, digits, and single dashes between them')
      .first()
      .waitFor();
    await at('Web name', page).fill('harvest-01');
    // The server refuses the web name with status 400, which the browser logs.
    watch.allow(/400/);
    await button(page, 'Save Product').click();
    await page.getByText('There is already a product harvest-01.').first().waitFor();
    await at('Web name', page).fill('fresh-yam');
    await button(page, 'Save Product').click();
    await page.getByText('The standard price must not be below the group price.').first().waitFor();
    await at('Standard price', page).fill('2,500');
    await page.getByText('SAVE 20%').first().waitFor();
    await button(page, 'Save Product').click();
    await heading(page, 'Fresh yam').waitFor();
    await page.getByText('Not on sale').first().waitFor();
    await page.getByText('No image yet: shoppers see a placeholder.').first().waitFor();
    await button(page, 'Put on Sale').click();
    await page.getByRole('link', { name: 'View in the shop' }).waitFor();
    expect((await page.request.get('/api/products/slug/fresh-yam')).status()).toBe(200);
  });

  if (isWholeRun) {
    it('find pictures by the names that a phone gave them, in a table as Excel writes it', async () => {
      const { page } = await arrive('phone', PHONE);
      await page.goto('/ops/products/import');
      const choose = page.locator('input[type=file]');
      const names = ['WhatsApp Image 2026-05-01 at 10.11.12 (1)', 'rice [1]', 'rice (1)', 'Ẹ̀wà.1'];
      const pictures = await Promise.all(names.map((name, hue) => png(name, 100 + hue)));
      const cell = names.map((name) => `${name}.png`).join(' | ');
      const table = `\uFEFFSlug\tTitle\tPrice\tBase Price\tMinimum Viable Units\tImages\t\r\nphone-rice\tRice\t900\t1000\t5\t${cell}\t\r\n`;
      await choose.setInputFiles([file('phone.csv', Buffer.from(table, 'utf16le')), ...pictures]);
      await page.getByText('4 of 4 images uploaded.').first().waitFor({ timeout: 90_000 });
      await page.getByText(/^Uploaded as WhatsApp-Image-2026-05-01-at-10\.11\.12-1-\w+\.png$/).waitFor();
      await page.getByText('Uploaded', { exact: true }).waitFor();
      await expectSound(page, 'pictures with long names');
      await button(page, 'Preview Changes').click();
      await button(page, 'Import 1 Product').click();
      await page.getByText('Imported: 1 new, 0 changed, 0 unchanged.').first().waitFor();
      const [row] = await here.shop.db.query<{ images: string[] }>(
        `SELECT images FROM products WHERE slug = 'phone-rice'`,
      );
      expect(new Set(row?.images).size).toBe(4);

      await choose.setInputFiles(file('stock.xlsx', 'PK'));
      await page
        .getByText('stock.xlsx is not a CSV file. Save the table as "CSV UTF-8" and choose that file.')
        .first()
        .waitFor();
    });
  }
});
