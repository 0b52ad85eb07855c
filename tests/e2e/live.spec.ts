import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PURCHASE_POPUP_VISIBLE_MS } from '../../src/features/social-proof/popup-queue.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { recordWebSocketFrames } from '../support/live-frames.ts';
import { disableTimersOfDuration, disableToastTimeout } from '../support/screen-line.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from '../support/shop-database.ts';
import { findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  addProductToCartOnPage,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  submitCheckoutPayment,
} from '../support/shopper-actions.ts';

const SLUG = 'fresh-eggs-12-crates';
const TITLE = 'Fresh Eggs (12 crates of 30)';
const UNIT = 'bundle-12';

const browser = registerBrowserForFile();
describe('two shoppers at two instances that share a database', () => {
  let database: TestShopDatabase;
  let first: TestShop;
  let second: TestShop;

  beforeAll(async () => {
    database = await createTestShopDatabase();
    first = await startTestShop({ databaseUrl: database.url });
    // The second instance uses the first one's sandbox, because a shop has one card provider.
    second = await startTestShop({ databaseUrl: database.url, env: { FLW_BASE_URL: first.url } });
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await database?.drop();
  });

  it('a purchase in one shows the pop-up, the progress and the notification in the other', async () => {
    const productId = await findProductId(first, SLUG);
    const member = await TestShopper.signUp(second.url, 'Bola Ade');
    await adjustTestWallet(first, member.id, 2_000_000);
    const cart = await member.add(productId, 3, UNIT);
    const joined = await member.pay({ method: 'wallet_only', walletNaira: cart.totalPrice });
    expect(joined.body).toMatchObject({ success: true });

    const watching = await browser.visit({ baseURL: second.url });
    // Messages that disappear after some seconds are kept, or a slow machine would look too late.
    await disableTimersOfDuration(watching.page, PURCHASE_POPUP_VISIBLE_MS);
    await disableToastTimeout(watching.page);
    await setClockAhead(watching.page, 24 * 60 * 60_000);
    await openPageSignedIn(watching.page, member);
    const live = recordWebSocketFrames(watching.page);
    await openPagePath(watching.page, `/product/${SLUG}`);
    await watching.page.getByText('60% joined').first().waitFor();
    // After the server's greeting the socket has joined its rooms.
    await live.heard('hello');

    const buyer = await TestShopper.signUp(first.url, 'Chinedu Eze');
    await adjustTestWallet(first, buyer.id, 2_000_000);
    const buying = await browser.visit({ baseURL: first.url });
    await openPageSignedIn(buying.page, buyer);
    await addProductToCartOnPage(buying.page, SLUG, /12 crates/);
    await buying.page.getByRole('dialog').getByRole('link', { name: 'Go to Cart' }).click();
    await buying.page.getByRole('button', { name: 'Increase quantity' }).first().click();
    await buying.page.getByRole('radio', { name: /Wallet only/ }).check();
    await locateVisibleLink(buying.page, 'Checkout').click();
    await submitCheckoutPayment(buying.page);
    const paidAtMs = Date.now();

    const { page } = watching;
    const popUp = page.getByText(`Chinedu E. just joined groupbuy for ${TITLE}`);
    // The watching phone's clock is a day ahead. On a slow machine minutes pass.
    expect(await popUp.locator('time').innerText()).toMatch(/^(Just now|\dm ago)$/);
    await page.getByText('Completed!').first().waitFor();
    await page.getByText(`Group buy secured for ${TITLE}! Your order is being processed.`).first().waitFor();
    process.stdout.write(
      `live: all three in the other browser ${Date.now() - paidAtMs} ms after the tap on Pay\n`,
    );
    await live.heard('group_successful');
    await live.heard('notification:new', 'Group buy secured');

    await page.getByRole('button', { name: /notifications/i }).click();
    const secured = page.getByRole('listitem').filter({ hasText: 'Group Buy Secured' });
    expect(await secured.locator('time').innerText()).toMatch(/^(Just now|\dm ago)$/);
    // The event is shown in one toast, though it comes as a notification and as an event of the group.
    const toasts = page.getByRole('region', { name: 'Messages' });
    expect(await toasts.getByText(`Group buy secured for ${TITLE}`).count()).toBe(1);
    await buying.page.getByRole('dialog').getByText('New wallet balance', { exact: false }).waitFor();
    expect(await buying.page.getByText('just joined groupbuy').count()).toBe(0);
  }, 180_000);
});

/** Lets the clock of the next pages run ahead of the server's. */
async function setClockAhead(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, aheadMs);
}
