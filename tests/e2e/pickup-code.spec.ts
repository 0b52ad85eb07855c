import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatPickupQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { advanceBatchStages } from '../../server/features/fulfilment/batch-service.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { findAccessibilityFaults } from '../support/axe.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { locateVisibleButton, openPagePath } from '../support/shopper-actions.ts';

/** The code that a shopper shows at the counter, and the receipt of the order. */

const site = openFixtureForFile(openShopSite);
let scene: Scene;
let order: { trackingNumber: string; code: string };

beforeEach(async () => {
  scene = await Scene.open(site, { isSettled: true });
  order = await letWait();
});
afterEach(() => scene?.close());

/** Makes an order of the shopper whose goods wait at the centre. */
async function letWait(): Promise<{ trackingNumber: string; code: string }> {
  const { db } = site.shop;
  const { shopper } = scene;
  await db.query('UPDATE products SET min_units = 1 WHERE id = $1', [site.productId]);
  await adjustTestWallet(site.shop, shopper.id, 60_000);
  const { totalPrice } = await shopper.add(site.productId, 1);
  await shopper.pay({ method: 'wallet_only', walletNaira: totalPrice });
  const [bought] = await db.query<{ trackingNumber: string; code: string; groupId: string; centre: string }>(
    `SELECT o.tracking_no AS "trackingNumber", o.pickup_code AS code, i.group_id AS "groupId", c.code AS centre
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN pickup_centres c ON c.id = o.centre_id
     WHERE o.user_id = $1`,
    [shopper.id],
  );
  if (!bought) throw new Error('nothing was bought');
  const { groupId, centre: centreCode, ...proof } = bought;
  await db.transaction((tx) => moveGroupToSecured(tx, groupId));
  const act = { actor: 'test', reason: 'it has come' };
  await advanceBatchStages(db, { centreCode, from: 'secured', to: 'ready_for_pickup' }, act);
  return proof;
}

const qr = (page: Page): Locator => page.getByRole('img', { name: /^QR code for the pickup/ });

const readCode = (page: Page) => readQrCode(qr(page));

it('a camera reads the code from the account, in the dark and without a line too, and the receipt says what was paid', async () => {
  await openPagePath(scene.page, '/account');
  await expect.poll(() => readCode(scene.page)).toBe(formatPickupQrText(order));
  await scene.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => readCode(scene.page)).toBe(formatPickupQrText(order));

  await scene.page.emulateMedia({ colorScheme: 'light' });
  await readReceipt(scene.page);
  await expect.poll(() => readPhoneStorage(scene.page), { timeout: 20_000 }).toMatch(/walletUsed/);
  // Chromium writes local storage to the disk up to 5 s later.
  await waitWithoutInteraction(scene.page, 6_000);
  await scene.kill();
  site.proxy.setDown(true);
  await scene.launch();
  await scene.open('/account');
  await expect.poll(() => readCode(scene.page)).toBe(formatPickupQrText(order));
  await expectWay(scene.page.getByRole('main'));
  await locateVisibleButton(scene.page, 'Receipt').click();
  await scene.page.getByRole('dialog').getByText(order.trackingNumber).waitFor();
  await expectWay(scene.page.getByRole('dialog'));
});

/** Expects the steps of the order with their days. */
async function expectWay(place: Locator): Promise<void> {
  const way = await place.getByRole('list', { name: 'The way of your order' }).innerText();
  const day = String.raw`\d+ \w{3} \d{4}`;
  expect(way).toMatch(
    new RegExp(
      `^Paid\\s+${day}\\s+Group full\\s+${day}\\s+Packed\\s+${day}\\s+Ready at .+\\s+${day}\\s+Collected\\s+by ${day}$`,
    ),
  );
}

/** Expects that the receipt says what was paid, is printed alone, and bars nobody. */
async function readReceipt(page: Page): Promise<void> {
  await locateVisibleButton(page, 'Receipt').click();
  const dialog = page.getByRole('dialog', { name: 'Receipt' });
  await dialog.getByText(order.trackingNumber).waitFor();
  await dialog.getByText('From wallet').waitFor();
  const [total] = await site.shop.db.query<{ kobo: number }>(
    'SELECT total_kobo AS kobo FROM orders WHERE tracking_no = $1',
    [order.trackingNumber],
  );
  const naira = `₦${((total?.kobo ?? 0) / 100).toLocaleString('en-NG')}`;
  await dialog
    .getByRole('listitem')
    .filter({ hasText: `Total${naira}` })
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  expect(await dialog.isVisible()).toBe(false);
  await page.getByRole('heading', { level: 1, name: /Receipt$/ }).waitFor();
  const printed = await page.evaluate(() => document.body.innerText);
  expect(printed).toContain(order.trackingNumber);
  // Whoever has the code gets the goods, so a receipt that is passed on must not show it.
  expect(printed).not.toContain(order.code);
  expect(printed).not.toContain('Your Group Buys');
  await page.emulateMedia({ media: 'screen' });
}
