import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { advanceBatchStages } from '../../server/features/fulfilment/batch-service.ts';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { findFaultsInAllViewports } from '../support/every-way.ts';
import { openVisitorWithFakeCamera } from '../support/fake-camera.ts';
import { isWholeRun } from '../support/first-or-all.ts';
import {
  listLoggedHandOuts,
  locateHeading,
  locateMainRegion,
  openPickupCounter,
  typeTrackingNumberAndCode,
} from '../support/pickup-counter.ts';
import { createPickupTestOrder, createWrongPickupCode } from '../support/pickup-order.ts';
import { findCutContent } from '../support/screen-checks.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/** The counter of a pickup centre on a phone whose connection is lost and comes back, with shoppers waiting. */

const browser = registerBrowserForFile();
const here = registerShopForFile();

describe('at the counter', () => {
  it('an order is handed out by hand, line by line, a wrong code is told, and a repeat too', async () => {
    const order = await createPickupTestOrder(here.shop, 'Ada Obi', {
      ready: ['Rice', 'Beans'],
      later: ['Yam'],
    });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(/40[0-9]/);
    await openPickupCounter(page, here.shop, 'ngozi', order);
    await typeTrackingNumberAndCode(page, order, createWrongPickupCode(order));
    await locateHeading(page, 'Ada Obi').waitFor();
    await locateMainRegion(page).getByText('Not ready yet').waitFor();
    await page.getByRole('button', { name: 'Hand Out 2 of 2' }).click();
    await locateMainRegion(page).getByText('Wrong code for this order. Tries left: 4.').waitFor();

    await page.getByRole('checkbox', { name: /Beans/ }).uncheck();
    await page.getByLabel('Pickup code').fill(order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 2' }).click();
    await locateMainRegion(page).getByText('Handed out: Rice.').waitFor();
    await locateMainRegion(page)
      .getByText(/^Handed out .+ by ngozi$/)
      .waitFor();
    await page.getByLabel('Pickup code').fill(order.code);
    // Pressed twice, it is still one hand-out.
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).dblclick();
    await locateMainRegion(page).getByText('Handed out: Beans.').waitFor();
    await page.getByRole('button', { name: 'Next Shopper' }).click();
    await page.getByRole('button', { name: /Ada Obi/ }).click();
    expect(
      await locateMainRegion(page)
        .getByText(/^Handed out .+ by ngozi$/)
        .count(),
    ).toBe(2);

    // The whole order was handed out: it is on no list any more, and the shop still knows by whom and when.
    await page.reload();
    await locateHeading(page, 'Waiting here').waitFor();
    await page.getByLabel('Tracking number or name').fill(order.trackingNumber);
    await page.getByRole('button', { name: 'Look It Up' }).click();
    await page
      .getByText(/^Handed out .+ by ngozi$/)
      .nth(1)
      .waitFor();
    expect(await listLoggedHandOuts(here.shop, order)).toMatchObject([
      { action: 'item.collect_refused' },
      { actor: 'operator:ngozi', action: 'item.collect', lines: [1] },
      { actor: 'operator:ngozi', action: 'item.collect', lines: [2] },
    ]);
  });
});

describe('a centre', () => {
  it('is bought and packed for by its plan, and its batches move once they were counted', async () => {
    const order = await createPickupTestOrder(here.shop, 'Uche Obi', { secured: ['Semolina'] });
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await signInOnConsolePage(page, here.shop, 'bisi', 'ops');
    await page.goto('/ops/pickup/plan');
    await page.getByLabel('Centre').selectOption(order.centre);
    const planned = page.getByRole('row', { name: /Semolina/ });
    await planned.getByText('Secured').waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption('packaging');
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Semolina');
    await page.getByRole('button', { name: 'Preview' }).click();
    await locateMainRegion(page).getByText('1 batch of 1 member would move.').waitFor();
    await planned.getByText('Secured').waitFor();
    // Somebody else moves what the preview shows.
    const [productSlug = ''] = order.slugs;
    const elsewhere = { centreCode: order.centre, productSlug, from: 'secured', to: 'processing' } as const;
    await advanceBatchStages(here.shop.db as Database, elsewhere, { actor: 'operator:tola' });
    await page.getByRole('button', { name: 'Move Batches' }).click();
    await locateMainRegion(page)
      .getByText('The batches have changed since the preview. Preview them again.')
      .waitFor();
    await page.reload();
    await planned.getByText('Processing').waitFor();
    const move = page.getByRole('form', { name: 'Move batches' });
    await move.getByRole('combobox', { name: 'From' }).selectOption('processing');
    await move.getByRole('combobox', { name: 'To' }).selectOption('packaging');
    await move.getByRole('combobox', { name: 'Product' }).selectOption('Semolina');
    await page.getByRole('button', { name: 'Preview' }).click();
    await locateMainRegion(page).getByText('1 batch of 1 member would move.').waitFor();
    await page.getByRole('button', { name: 'Move Batches' }).click();
    await locateMainRegion(page).getByText('Batches moved.').waitFor();
    await planned.getByText('Packaging').waitFor();

    // A mistaken move: the form names those who have not collected and asks for a reason, and the move is undone.
    const form = page.getByRole('form', { name: 'Move batches' });
    await form.getByRole('combobox', { name: 'From' }).selectOption('packaging');
    await form.getByRole('combobox', { name: 'To' }).selectOption('delivered');
    await form.getByRole('combobox', { name: 'Product' }).selectOption('Semolina');
    await page.getByRole('button', { name: 'Preview' }).click();
    await form.getByText(/^1 order has not been collected: Uche Obi \(GB-\w+\)\./).waitFor();
    await form.getByLabel('Reason').fill('I thought that he was here');
    await page.getByRole('button', { name: 'Move Batches' }).click();
    await locateMainRegion(page).getByText('Batches moved.').waitFor();
    // The list is read again, and the latest move is its first.
    await locateMainRegion(page).getByText('Packaging to Delivered').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('form', { name: 'Packaging to Delivered' }).getByLabel('Reason').fill('a slip');
    await page.getByRole('button', { name: 'Undo Move' }).click();
    await locateMainRegion(page).getByText('1 of 1 moved back to Packaging.').waitFor();
    await planned.getByText('Packaging').waitFor();
  });

  it('has a list to print without codes, and a message for each whom the shop does not reach', async () => {
    const order = await createPickupTestOrder(here.shop, 'Chi Eze', { ready: ['Oil'], later: ['Yam'] });
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPickupCounter(page, here.shop, 'kemi', order);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await locateHeading(page, 'Pickup list').waitFor();
    await locateMainRegion(page).getByText('Chi Eze').waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await page.evaluate(() => document.body.innerText);
    expect(printed).toContain(order.trackingNumber);
    for (const kept of [order.code, 'Hand out', 'Print']) expect(printed).not.toContain(kept);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Messages' }).click();
    const link = page.getByRole('link', { name: 'WhatsApp message to Chi Eze' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/234/);
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    await link.click();
    const written = page.getByRole('listitem').filter({ hasText: 'Chi Eze' });
    await written.getByText(/^Messaged .+ by kemi$/).waitFor();
    await page.reload();
    await written.getByText(/^Messaged .+ by kemi$/).waitFor();
    await page.getByRole('checkbox', { name: 'Only those not messaged yet' }).check();
    await written.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: /not collected by its day/ }).check();
    await locateMainRegion(page).getByText('Nobody needs a message.', { exact: false }).waitFor();
  });
});

if (isWholeRun) {
  it('a foreign code is told, and the camera bars nobody', async () => {
    const order = await createPickupTestOrder(here.shop, 'Nkem Udo', { ready: ['Salt'] });
    const phone = await openVisitorWithFakeCamera('https://shop.example/1', { baseURL: here.shop.url });
    try {
      const { page, watch } = phone;
      await openPickupCounter(page, here.shop, 'looker', order);
      await page.getByRole('button', { name: 'Scan QR Code' }).click();
      await locateMainRegion(page).getByText('This is not one of our pickup codes.').waitFor();
      expect([...(await findAccessibilityFaults(page)), ...(await findCutContent(page))]).toEqual([]);
      await page.getByRole('button', { name: 'Close the Camera' }).click();
      await typeTrackingNumberAndCode(page, order, order.code);
      await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
      await locateMainRegion(page).getByText('Handed out: Salt.').waitFor();
      expect(watch.complaints()).toEqual([]);
    } finally {
      await phone.close();
    }
  });

  it('the screens keep nobody out, on a phone and on a desk, light and dark', async () => {
    const name = 'Oluwaseun Adebayo-Ogunlesi';
    const order = await createPickupTestOrder(here.shop, name, {
      ready: ['Long grain parboiled rice of Abakaliki, stone free', 'Beans'],
      secured: ['Semolina'],
    });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(/400/);
    const look = async (where: string) => expect(await findFaultsInAllViewports(page), where).toEqual([]);
    await openPickupCounter(page, here.shop, 'looks', order);
    await look('counter');
    await typeTrackingNumberAndCode(page, order, createWrongPickupCode(order));
    await page.getByRole('button', { name: 'Hand Out 2 of 2' }).click();
    await locateMainRegion(page)
      .getByText(/^Wrong code/)
      .waitFor();
    await look('order');
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await locateMainRegion(page).getByText(name).first().waitFor();
    await look('list');
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page
      .getByRole('row', { name: /Semolina/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await locateMainRegion(page)
      .getByText(/would move\.$/)
      .waitFor();
    await look('plan');
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page
      .getByRole('link', { name: `WhatsApp message to ${name}` })
      .first()
      .waitFor();
    await look('messages');
  });
}
