import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { handOutOrder } from '../../server/features/fulfilment/collect-service.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import {
  listLoggedHandOuts,
  locateHeading,
  locateMainRegion,
  openPickupCounter,
  typeTrackingNumberAndCode,
} from '../support/pickup-counter.ts';
import {
  createPickupTestOrder,
  createWrongPickupCode,
  type PickupTestOrder,
} from '../support/pickup-order.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/** The counter of a pickup centre loses its connection, and what waits is sent once. */

const browser = registerBrowserForFile();
const here = registerShopForFile();

describe('without a line', () => {
  const NO_LINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|400/;

  it('hand-outs wait and are sent once; one that was used elsewhere is told everywhere until it is seen', async () => {
    const good = await createPickupTestOrder(here.shop, 'Ife Bello', { ready: ['Garri'] });
    const used = await createPickupTestOrder(here.shop, 'Tunde Alao', { ready: ['Palm oil'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(NO_LINE);
    await openPickupCounter(page, here.shop, 'femi', good);
    await page.context().setOffline(true);
    for (const order of [good, used]) {
      await typeTrackingNumberAndCode(page, order, order.code);
      await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
      await locateMainRegion(page)
        .getByText(/^No connection. Saved on this phone/)
        .waitFor();
      await locateMainRegion(page)
        .getByText(/not sent yet$/)
        .waitFor();
      await page.getByRole('button', { name: 'Next Shopper' }).click();
    }
    const elsewhere = { ...used, lines: [1], handedOutAt: null };
    await handOutOrder(here.shop.db as Database, elsewhere, { actor: 'operator:tola', key: null });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Today' }).click();
    await locateMainRegion(page).getByText('2 hand-outs on this phone are waiting to be sent.').waitFor();

    await page.context().setOffline(false);
    const told = locateMainRegion(page).getByText(/^Tunde Alao, .+ Already handed out on .+ by tola\.$/);
    await told.waitFor();
    expect(await listLoggedHandOuts(here.shop, good)).toMatchObject([{ actor: 'operator:femi', lines: [1] }]);
    expect(await listLoggedHandOuts(here.shop, used)).toMatchObject([{ actor: 'operator:tola' }]);
    await page.reload();
    await told.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await told.waitFor({ state: 'detached' });
    await page.reload();
    await locateHeading(page, 'Waiting').waitFor();
    expect(await told.count()).toBe(0);
  });

  it('the open order shows what the shop has accepted, and goods on a wrong code stay open until they are resolved', async () => {
    const good = await createPickupTestOrder(here.shop, 'Danjuma Bala', { ready: ['Palm oil'] });
    const wrong = await createPickupTestOrder(here.shop, 'Chidi Eze', { ready: ['Rice'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(NO_LINE);
    await openPickupCounter(page, here.shop, 'musa', good);
    const giveWithoutLine = async (order: PickupTestOrder, code: string) => {
      await page.context().setOffline(true);
      await typeTrackingNumberAndCode(page, order, code);
      await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
      await locateMainRegion(page)
        .getByText(/^No connection. Saved on this phone/)
        .waitFor();
      await page.context().setOffline(false);
    };
    await giveWithoutLine(good, good.code);
    await locateMainRegion(page).getByText('Handed out: Palm oil.').waitFor();
    await locateMainRegion(page)
      .getByText(/^Handed out .+ by musa$/)
      .waitFor();
    expect(
      await locateMainRegion(page)
        .getByText(/^Ready here|^No connection/)
        .count(),
    ).toBe(0);
    expect(await page.getByLabel('Pickup code').count()).toBe(0);
    await page.getByRole('button', { name: 'Next Shopper' }).click();

    await giveWithoutLine(wrong, createWrongPickupCode(wrong));
    await locateMainRegion(page)
      .getByText(/^Chidi Eze, .+ Wrong code/)
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: /^Goods handed out without a valid code: / }).click();
    await page.getByRole('link', { name: wrong.trackingNumber }).click();
    await page.getByLabel('What happened').selectOption('lost');
    await page.getByLabel('Reason').fill('she says that she has nothing');
    await page.getByRole('button', { name: 'Resolve' }).click();
    await locateMainRegion(page)
      .getByText(/^The goods are lost.+ by musa\.$/)
      .waitFor();
    await page.getByText(/at the centre since/).waitFor();
  });

  it('an answer that was lost is asked for again, and the hand-out is done once', async () => {
    const order = await createPickupTestOrder(here.shop, 'Sola Ige', { ready: ['Maize'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(NO_LINE);
    await openPickupCounter(page, here.shop, 'wale', order);
    // The request for the list fails, so the counter shows the list that it read last.
    await page.route('**/list', (route) => route.abort());
    await page.reload();
    await locateMainRegion(page)
      .getByText(/^No connection\. This list is from /)
      .waitFor();
    let lost = 0;
    await page.route('**/collect', async (route) => {
      await route.fetch();
      lost += 1;
      await route.abort();
    });
    await typeTrackingNumberAndCode(page, order, order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await locateMainRegion(page)
      .getByText(/^No connection. Saved on this phone/)
      .waitFor();
    expect(lost).toBe(1);
    await page.unroute('**/collect');
    const waits = locateMainRegion(page).getByText('1 hand-out on this phone is waiting to be sent.');
    await waits.waitFor();
    await waits.waitFor({ state: 'detached' });
    expect(await listLoggedHandOuts(here.shop, order)).toMatchObject([
      { actor: 'operator:wale', lines: [1] },
    ]);
  });

  it('who was signed out meanwhile has to sign in again before anything is handed out', async () => {
    const order = await createPickupTestOrder(here.shop, 'Ada Nwosu', { ready: ['Yams'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(/401/);
    const comeBack = await openPickupCounter(page, here.shop, 'bisi', order);
    await typeTrackingNumberAndCode(page, order, order.code);
    await here.shop.db.query(`DELETE FROM operator_sessions WHERE name = 'bisi'`);
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await locateHeading(page, 'Sign in to the console').waitFor();
    expect((await recordsOf(page)).map((key) => key.split(' ')[0])).toEqual(['list']);
    await comeBack();
    await page.reload();
    await typeTrackingNumberAndCode(page, order, order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await locateMainRegion(page).getByText('Handed out: Yams.').waitFor();
  });

  it('who signs out is asked first, the list goes, and what waits is sent as theirs alone', async () => {
    const order = await createPickupTestOrder(here.shop, 'Dele Oni', { ready: ['Millet'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(NO_LINE);
    watch.allow(/401/);
    const comeBack = await openPickupCounter(page, here.shop, 'yemi', order);
    await page.route('**/collect', (route) => route.abort());
    await typeTrackingNumberAndCode(page, order, order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await locateMainRegion(page)
      .getByText(/^No connection. Saved on this phone/)
      .waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    await menu.getByText(/^1 of your hand-outs are not sent yet/).waitFor();
    await menu.getByRole('button', { name: 'Sign Out Anyway' }).click();
    await locateHeading(page, 'Sign in to the console').waitFor();
    expect((await recordsOf(page)).map((key) => key.split(' ')[0])).toEqual(['hand-out']);

    await page.unroute('**/collect');
    await openPickupCounter(page, here.shop, 'uju', order);
    const theirs = '1 hand-out on this phone can be sent only when yemi signs in here.';
    await locateMainRegion(page).getByText(theirs).waitFor();
    const listed = page.getByRole('button', { name: order.trackingNumber });
    expect(await listed.innerText()).toContain('Nothing to hand out');
    expect((await recordsOf(page)).map((key) => key.split(' ')[0])).toEqual(['hand-out', 'list']);
    expect(await listLoggedHandOuts(here.shop, order)).toEqual([]);
    await comeBack();
    await page.reload();
    await expect
      .poll(() => listLoggedHandOuts(here.shop, order))
      .toMatchObject([{ actor: 'operator:yemi', lines: [1] }]);
    await expect.poll(() => recordsOf(page)).toEqual(['list yemi']);
  });
});

/** Reads the keys of what the counter keeps on this phone. */
async function recordsOf(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const opening = indexedDB.open('ops-pickup');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const keys = opening.result.transaction('records').objectStore('records').getAllKeys();
    await new Promise((resolve) => keys.addEventListener('success', resolve));
    opening.result.close();
    return keys.result.map(String);
  });
}
