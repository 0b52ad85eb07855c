import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser-for-file.ts';
import { enterConsole } from '../support/console-page.ts';
import { buyForPickup, type PickupOrder, wrongCodeOf } from '../support/pickup-order.ts';
import { shopForFile } from '../support/shop-for-file.ts';

/** The counter of a pickup centre: a phone, a line that comes and goes, and people who wait. */

const browser = browserForFile();
const here = shopForFile();
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** At the counter of the centre where an order waits. */
async function atCounter(page: Page, operator: string, { centre }: PickupOrder): Promise<void> {
  await enterConsole(page, here.shop, operator, 'ops');
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(centre);
  await heading(page, 'Waiting here').waitFor();
}

/** By hand, as it is read out: the number first, then the code. */
async function typeIn(page: Page, { trackingNumber }: PickupOrder, code: string): Promise<void> {
  await page.getByLabel('Tracking number or name').fill(trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByLabel('Pickup code').fill(code);
}

/** What the log has of an order's hand-outs, the oldest first. */
const handOutsOf = ({ trackingNumber }: PickupOrder) =>
  here.shop.db.query<{ actor: string; action: string; lines: number[] }>(
    `SELECT actor, action, ARRAY(SELECT (l ->> 'line')::int FROM jsonb_array_elements(after -> 'handedOut') l) AS lines
     FROM audit_log WHERE target = $1 AND action LIKE 'item.collect%' ORDER BY id`,
    [`order:${trackingNumber}`],
  );

describe('at the counter', () => {
  it('an order is handed out by hand, line by line, a wrong code is told, and a repeat too', async () => {
    const order = await buyForPickup(here.shop, 'Ada Obi', { ready: ['Rice', 'Beans'], later: ['Yam'] });
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(/40[0-9]/);
    await atCounter(page, 'ngozi', order);
    await typeIn(page, order, wrongCodeOf(order));
    await heading(page, 'Ada Obi').waitFor();
    await main(page).getByText('Not ready yet').waitFor();
    await page.getByRole('button', { name: 'Hand Out 2 of 2' }).click();
    await main(page).getByText("Wrong code: it is not this order's. Tries left: 4.").waitFor();

    await page.getByRole('checkbox', { name: /Beans/ }).uncheck();
    await page.getByLabel('Pickup code').fill(order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 2' }).click();
    await main(page).getByText('Handed out: Rice.').waitFor();
    await main(page)
      .getByText(/^Handed out .+ by ngozi$/)
      .waitFor();
    await page.getByLabel('Pickup code').fill(order.code);
    await page.getByRole('button', { name: 'Hand Out 1 of 1' }).click();
    await main(page).getByText('Handed out: Beans.').waitFor();
    await page.getByRole('button', { name: 'Next Shopper' }).click();
    await page.getByRole('button', { name: /Ada Obi/ }).click();
    expect(
      await main(page)
        .getByText(/^Handed out .+ by ngozi$/)
        .count(),
    ).toBe(2);

    // All of it is gone: it is on no list any more, and the shop still knows who and when.
    await page.reload();
    await heading(page, 'Waiting here').waitFor();
    await page.getByLabel('Tracking number or name').fill(order.trackingNumber);
    await page.getByRole('button', { name: 'Look It Up' }).click();
    await page
      .getByText(/^Handed out .+ by ngozi$/)
      .nth(1)
      .waitFor();
    expect(await handOutsOf(order)).toMatchObject([
      { action: 'item.collect_refused' },
      { actor: 'operator:ngozi', action: 'item.collect', lines: [1] },
      { actor: 'operator:ngozi', action: 'item.collect', lines: [2] },
    ]);
  });
});

describe('a centre', () => {
  it('is bought and packed for by its plan, and its batches move once they were counted', async () => {
    const order = await buyForPickup(here.shop, 'Uche Obi', { secured: ['Semolina'] });
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await enterConsole(page, here.shop, 'bisi', 'ops');
    await page.goto('/ops/pickup/plan');
    await page.getByLabel('Centre').selectOption(order.centre);
    const planned = page.getByRole('row', { name: /Semolina/ });
    await planned.getByText('Secured').waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption('packaging');
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Semolina');
    await page.getByRole('button', { name: 'Show What It Moves' }).click();
    await main(page).getByText('1 batch of 1 member would move.').waitFor();
    await planned.getByText('Secured').waitFor();
    await page.getByRole('button', { name: 'Move Them' }).click();
    await main(page).getByText('They have moved.').waitFor();
    await planned.getByText('Packaging').waitFor();
  });

  it('has a list to print without codes, and a message for each whom the shop does not reach', async () => {
    const order = await buyForPickup(here.shop, 'Chi Eze', { ready: ['Oil'], later: ['Yam'] });
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await atCounter(page, 'kemi', order);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await heading(page, 'Pickup list').waitFor();
    await main(page).getByText('Chi Eze').waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await page.evaluate(() => document.body.innerText);
    expect(printed).toContain(order.trackingNumber);
    for (const kept of [order.code, 'Hand out', 'Print']) expect(printed).not.toContain(kept);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Messages' }).click();
    const link = page.getByRole('link', { name: 'WhatsApp message to Chi Eze' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/234/);
    await page.getByRole('checkbox', { name: /3 days or longer/ }).check();
    await main(page).getByText('Nobody needs a message.').waitFor();
  });
});
