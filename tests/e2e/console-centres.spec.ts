import { expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { firstOrAll } from '../support/first-or-all.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

it.each(
  firstOrAll([
    { code: 'OYO-IBA', viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const },
    { code: 'OYO-OGB', viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const },
  ]),
)('an operator adds $code, changes it and closes it', async ({ code, ...look }) => {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, ...look });
  await signInOnConsolePage(page, here.shop, code.toLowerCase(), 'ops');
  await page.goto('/ops/pickup/centres');
  watch.allow(/409/);
  const form = page.getByRole('form', { name: 'Add a pickup centre' });
  const values = [
    ['Code', 'oyo 1'],
    ['Name', `Centre ${code}`],
    ['State', 'Oyo'],
    ['City', 'Ibadan'],
    ['Address', '3 Ring Road'],
    ['Opening hours', 'Monday-Friday 9am-5pm WAT'],
  ] as const;
  for (const [label, value] of values) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Add Centre' }).click();
  await form.getByText('code: only A-Z, 0-9 and single dashes between them').waitFor();
  await form.getByLabel('Code').fill(code);
  await form.getByRole('button', { name: 'Add Centre' }).click();
  await page.getByRole('main').getByText(`Centre ${code} is added and in use.`).waitFor();
  await page.getByRole('link', { name: `Centre ${code}` }).click();
  const change = page.getByRole('form', { name: `Change Centre ${code}` });
  await change.getByLabel('Opening hours').fill(`Sunday at ${code}`);
  await change.getByRole('checkbox', { name: 'Monday' }).check();
  await change.getByLabel('Monday from').fill('08:30');
  await change.getByLabel('Holiday 1').fill('2026-12-25');
  await change.getByText('Shoppers read: Mon 8:30–18:00, closed Tuesday,').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await change.getByRole('checkbox', { name: 'Monday' }).uncheck();
  await change.getByLabel('Opening hours').fill(`Sunday at ${code}`);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'no wider than the screen',
  ).toBeLessThanOrEqual(0);
  await change.getByRole('button', { name: 'Save Centre' }).click();
  await page.getByRole('main').getByText(`${code} is saved and in use.`).waitFor();
  await page.getByRole('main').getByText(`Sunday at ${code}`).waitFor();
  await page.getByRole('link', { name: `Centre ${code}` }).click();
  await page.getByRole('button', { name: 'Close Centre' }).click();
  await page
    .getByRole('main')
    .getByText(`Centre ${code} is closed. Shoppers can no longer choose it.`)
    .waitFor();
});
