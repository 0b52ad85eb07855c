import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { formatPickupQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { readSandboxProviderState, submitCardPage } from '../support/card-page.ts';
import { enrolAndSignInOnConsolePage } from '../support/console-page.ts';
import { createRecoveryRequest } from '../support/console-situations.ts';
import { openVisitorWithFakeCamera } from '../support/fake-camera.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

/**
 * A day at the console without a terminal, from the first sign-in to the month's books; afterwards all invariants of
 * the money hold.
 */

const browser = registerBrowserForFile();
const here = registerShopForFile();

const PRODUCTS = 5;
const PRICE = 4_000;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');
const form = (page: Page, name: string | RegExp) => page.getByRole('form', { name });

/** Goes to a screen through the menu. */
async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: label, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Builds a table of new products and a picture for each. */
async function catalogue(): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const numbers = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  const rows = numbers.map((n) => `day-rice-${n},Rice of the day ${n},Grains,${PRICE},5000,3,photo-${n}.png`);
  const table = ['slug,title,category,price,basePrice,minimumViableUnits,images', ...rows].join('\n');
  const pictures = numbers.map(async (n) => ({
    name: `photo-${n}.png`,
    mimeType: 'image/png',
    buffer: await sharp({
      create: { width: 640, height: 640, channels: 3, background: { r: 50 * n, g: 180, b: 90 } },
    })
      .png()
      .toBuffer(),
  }));
  return [
    { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(table) },
    ...(await Promise.all(pictures)),
  ];
}

interface Bought {
  shopper: TestShopper;
  trackingNumber: string;
  code: string;
}

/** Signs up a shopper who buys one of the day's first product from the wallet. */
async function buy(name: string): Promise<Bought> {
  const { shop } = here;
  const shopper = await TestShopper.signUp(shop.url, name);
  await adjustTestWallet(shop, shopper.id, 10_000);
  const [product] = await shop.db.query<{ id: string }>(`SELECT id FROM products WHERE slug = 'day-rice-1'`);
  await shopper.add(product?.id ?? '');
  const { body } = await shopper.pay({ method: 'wallet_only', walletNaira: PRICE });
  if (!body.success) throw new Error(`${name} could not pay`);
  const [order] = await shop.db.query<{ trackingNumber: string; code: string }>(
    `SELECT tracking_no AS "trackingNumber", pickup_code AS code FROM orders WHERE user_id = $1`,
    [shopper.id],
  );
  return { shopper, trackingNumber: '', code: '', ...order };
}

/** Makes a payment at the provider under a reference that is not the shop's. */
async function payStranger(): Promise<string> {
  const { url } = here.shop;
  const asked = await callShopApi<{ data: { link: string } }>(url, 'POST', '/v3/payments', {
    headers: { authorization: 'Bearer FLWSECK_TEST-sandbox' },
    body: {
      tx_ref: 'till-2-slip-0047',
      amount: 7_000,
      currency: 'NGN',
      redirect_url: `${url}/cart`,
      customer: { email: 'a.stranger@example.com' },
    },
  });
  await submitCardPage(asked.body.data.link, 'success');
  const { transactions } = await readSandboxProviderState(url);
  const paid = transactions.find(({ txRef }) => txRef === 'till-2-slip-0047');
  return String(paid?.id);
}

/**
 * Shows the code to the counter's camera, with or without a connection, and waits until the shop has recorded the
 * hand-out.
 */
async function collectByQr(page: Page, order: Bought, { isCut }: { isCut: boolean }): Promise<void> {
  const counter = await openVisitorWithFakeCamera(formatPickupQrText(order), { baseURL: here.shop.url });
  counter.watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  try {
    await counter.context.addCookies(await page.context().cookies());
    await counter.page.goto('/ops/pickup');
    await counter.page.getByLabel('Centre').selectOption({ label: 'Yaba Centre' });
    await counter.page.getByRole('heading', { name: 'Waiting here' }).waitFor();
    await counter.page.waitForLoadState('networkidle');
    if (isCut) await counter.context.setOffline(true);
    await counter.page.getByRole('button', { name: 'Scan QR Code' }).click();
    await counter.page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    if (isCut) {
      await main(counter.page)
        .getByText(/^No connection. Saved on this phone/)
        .waitFor();
      await counter.context.setOffline(false);
    }
    await expect.poll(() => isCollected(order), { timeout: 60_000 }).toBe(true);
  } finally {
    await counter.close();
  }
}

async function isCollected({ trackingNumber }: Bought): Promise<boolean> {
  const rows = await here.shop.db.query(
    `SELECT 1 FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.tracking_no = $1 AND i.collected_at IS NOT NULL`,
    [trackingNumber],
  );
  return rows.length === 1;
}

it('the day of an operator, no terminal', { timeout: 600_000 }, async () => {
  const { shop } = here;
  const { page, watch } = await browser.visit({ baseURL: shop.url });
  // Calls before the sign-in are answered 401.
  watch.allow(/401/);
  await enrolAndSignInOnConsolePage(page, shop, 'ngozi', 'owner');

  // Five products with pictures are imported: first as a preview, then for real.
  await goTo(page, 'Products');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await heading(page, 'Import products').waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await catalogue());
  await main(page).getByText(`${PRODUCTS} of ${PRODUCTS} images uploaded.`).waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Preview Changes' }).click();
  await main(page).getByText(`${PRODUCTS} new, 0 changed, 0 unchanged. Nothing is saved yet.`).waitFor();
  await page.getByRole('button', { name: `Import ${PRODUCTS} Products` }).click();
  await main(page)
    .getByText(`Imported: ${PRODUCTS} new, 0 changed, 0 unchanged.`)
    .waitFor({ timeout: 60_000 });
  const sold = await callShopApi(shop.url, 'GET', '/api/products/slug/day-rice-1');
  const [, picture = ''] = /"(\/pictures\/[^"]+)"/.exec(JSON.stringify(sold.body)) ?? [];
  expect((await callShopApi(shop.url, 'GET', picture)).status).toBe(200);

  // A group fills, and its goods are bought, packed and moved to the centre.
  const buyers = [await buy('Ada Obi'), await buy('Bola Ade'), await buy('Chike Eze')];
  const [group] = await shop.db.query<{ id: string }>(
    `SELECT i.group_id AS id FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.slug = 'day-rice-1'`,
  );
  const statusOf = async () =>
    (await shop.db.query<{ status: string }>('SELECT status FROM groups WHERE id = $1', [group?.id]))[0]
      ?.status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('secured');
  await goTo(page, 'Groups');
  await page.getByRole('link', { name: /^Rice of the day 1, group/ }).waitFor();
  await goTo(page, 'Pickup');
  await page.getByLabel('Centre').selectOption({ label: 'Yaba Centre' });
  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await main(page).getByText('Rice of the day 1').first().waitFor();
  const move = form(page, 'Move batches');
  await move.getByLabel('To', { exact: true }).selectOption('ready_for_pickup');
  await move.getByLabel('Product').selectOption('day-rice-1');
  await move.getByRole('button', { name: 'Preview' }).click();
  await move.getByText('1 batch of 3 members would move.').waitFor();
  await move.getByRole('button', { name: 'Move Batches' }).click();
  await move.getByText('Batches moved.').waitFor();

  // Two shoppers show their codes; at the second one the connection is lost.
  const [unhappy, second] = buyers as [Bought, Bought];
  await collectByQr(page, unhappy, { isCut: false });
  await collectByQr(page, second, { isCut: true });

  // A complaint is found by the shopper's e-mail address and answered with a refund.
  await page.getByLabel('Find anything').fill(unhappy.shopper.account.email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Ada Obi', exact: true }).click();
  await heading(page, 'Ada Obi').waitFor();
  await page.getByRole('link', { name: unhappy.trackingNumber }).first().click();
  await heading(page, `Order ${unhappy.trackingNumber}`).waitFor();
  const refund = form(page, 'Refund');
  await refund.getByLabel('Amount in naira').fill('1500');
  await refund.getByLabel('Reason').fill('weevils in the bag');
  await refund.getByRole('button', { name: 'Preview' }).click();
  await refund.getByText(/^₦1,500 goes into the wallet of /).waitFor();
  await refund.getByRole('button', { name: 'Refund' }).click();
  await refund.getByText('Refunded to the wallet.').waitFor();
  const wallet = await unhappy.shopper.must<{ balance: number }>('GET', '/api/wallet');
  expect(wallet.balance).toBe(10_000 - PRICE + 1_500);

  // A shopper has lost recovery key and password.
  await createRecoveryRequest(shop, 'Dayo Bello');
  await goTo(page, 'Recovery');
  await page.getByRole('link', { name: 'Dayo Bello' }).click();
  await form(page, 'Give out a temporary key').getByRole('button', { name: 'Approve' }).click();
  await main(page).getByText(`It works once, within`).waitFor();

  // The provider lists a payment that is not the shop's.
  const stranger = await payStranger();
  await goTo(page, 'Reconciliation');
  await heading(page, 'Reconciliation').waitFor();
  // When the list arrives it moves the form below it, so the test waits for the list before it taps.
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  const compare = form(page, 'Compare a day');
  await compare.getByRole('button', { name: 'Compare' }).click();
  await compare.getByText('Compared. Any differences are listed above.').waitFor();
  const item = page.getByRole('listitem').filter({ hasText: stranger });
  await item.getByRole('button', { name: 'Resolve' }).click();
  await item.getByLabel('Where the money goes').selectOption('returned');
  await item.getByLabel('Reason').fill('of another till, given back at the dashboard');
  await item.getByRole('button', { name: 'Preview' }).click();
  await item.getByText('₦7,000 is recorded as refunded at the provider.').waitFor();
  await item.getByRole('button', { name: 'Resolve' }).click();
  await item.waitFor({ state: 'detached' });
  await main(page).getByText("Nothing to resolve. The card provider's records match ours.").waitFor();

  // The month's books balance and can be downloaded, and every money check passes.
  await goTo(page, 'Monthly report');
  await main(page).getByText('The books are in balance: all accounts together are 0.').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = await readFile(await (await saving).path(), 'utf8');
  expect(csv.trim().split(/\r?\n/).at(-1)).toMatch(/^total,.*,0$/);
  await goTo(page, 'Money checks');
  await main(page)
    .getByText(/^All \d+ checks passed\.$/)
    .waitFor();

  // Each act of the day is in the audit log, with its operator, address and reason.
  const acts = await shop.db.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_log WHERE actor = 'operator:ngozi' AND ip = '127.0.0.1'`,
  );
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['product.import', 'item.collect', 'recovery.approve', 'recon.resolve']),
  );
});
