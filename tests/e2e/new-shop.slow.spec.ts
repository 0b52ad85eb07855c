import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { createOperatorTotpCode, decodeBase32, TEST_OPERATOR_PASSWORD } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { startTestShop } from '../support/shop.ts';
import { createTestShopDatabase } from '../support/shop-database.ts';
import { findInvariantBreaches } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import {
  chooseCardPageOutcome,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  waitForOfflineReady,
} from '../support/shopper-actions.ts';

/** An empty shop is set up, sells and hands out goods, all in a browser and without a terminal. */

const browser = registerBrowserForFile();
const site = openFixtureForFile(async () => {
  const database = await createTestShopDatabase();
  const shop = await startTestShop({ databaseUrl: database.url, env: { DEMO: '0' } });
  const close = async () => {
    await shop.close();
    await database.drop();
  };
  return { shop, close };
});

interface Desk {
  page: Page;
  /** Taps and counts one tap. Typing and choosing in a field do not count. */
  tap: (target: Locator) => Promise<void>;
  /** Does an act from Today on and expects it to take at most `most` taps. */
  act: (most: number, work: () => Promise<void>) => Promise<void>;
  /** Opens a screen from the menu, with one tap on a desktop and two on a phone. */
  open: (label: string) => Promise<void>;
}

function sitDown(page: Page): Desk {
  let taps = 0;
  const isPhone = () => (page.viewportSize()?.width ?? 0) < 800;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return {
    page,
    tap,
    async act(most, work) {
      await page.goto('/ops');
      await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
      taps = 0;
      await work();
      expect(taps).toBeLessThanOrEqual(most);
    },
    async open(label) {
      if (isPhone()) await tap(page.getByRole('button', { name: 'Menu', exact: true }));
      await tap(page.getByRole('link', { name: label, exact: true }));
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
}

async function becomeOwner(page: Page): Promise<void> {
  const link = /\S+\/ops\/first-owner#\S+/.exec(site.shop.logs())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Name', { exact: true }).fill('ngozi');
  await page.getByLabel('New password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const uri = await page.getByRole('link', { name: /authenticator app/ }).getAttribute('href');
  const key = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(createOperatorTotpCode(decodeBase32(key)));
  await page.getByRole('button', { name: 'Become the Owner' }).click();
  await page.getByRole('button', { name: 'Open the Console' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

async function addCentre({ page, tap, open }: Desk): Promise<void> {
  await open('Pickup');
  await tap(page.getByRole('link', { name: 'Centres', exact: true }));
  const form = page.getByRole('form', { name: 'Add a pickup centre' });
  const values = {
    ...{
      Code: 'LAG-YAB',
      Name: 'Yaba Centre',
      State: 'Lagos',
      City: 'Yaba',
      Address: '1 Herbert Macaulay Way',
    },
  };
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  const hours = form.getByLabel('Opening hours', { exact: true });
  if (await hours.isVisible()) await hours.fill('Monday-Friday 9am-5pm WAT');
  await tap(form.getByRole('button', { name: 'Add Centre' }));
  await page.getByRole('main').getByText('Yaba Centre is added and in use.').waitFor();
}

async function addProduct({ page, tap, open }: Desk): Promise<void> {
  await open('Products');
  await tap(page.getByRole('link', { name: 'New Product' }));
  const fields = {
    Title: 'Ofada Rice',
    'Group price': '4000',
    'Standard price': '5000',
    'Units a group needs': '1',
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  const background = { r: 120, g: 90, b: 40 };
  const buffer = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .png()
    .toBuffer();
  await page.getByLabel('Choose Pictures').setInputFiles({ name: 'rice.png', mimeType: 'image/png', buffer });
  await page.getByRole('img', { name: 'Picture 1' }).waitFor({ timeout: 60_000 });
  await tap(page.getByRole('button', { name: 'Save Product' }));
  await page.getByRole('heading', { level: 1, name: 'Ofada Rice' }).waitFor();
}

/** A shopper pays by card on their own phone. */
async function buy(name: string): Promise<TestShopper> {
  const shopper = await TestShopper.signUp(site.shop.url, name);
  const { page } = await browser.visit({ baseURL: site.shop.url, viewport: { width: 360, height: 740 } });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/product/ofada-rice');
  await waitForOfflineReady(page);
  await locateVisibleButton(page, 'Add to cart').click();
  await expect
    .poll(async () => (await shopper.must<{ items: unknown[] }>('GET', '/api/cart')).items.length)
    .toBe(1);
  await openPagePath(page, '/cart');
  await page.getByText('Items (1)').waitFor();
  await locateVisibleLink(page, 'Checkout').click();
  await page.getByLabel('City', { exact: true }).fill('Surulere');
  await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
  await locateVisibleButton(page, /^Pay ₦/).click();
  await chooseCardPageOutcome(page, 'Pay now (success)');
  await page.waitForURL(/\/account$/);
  await page.context().close();
  return shopper;
}

it('a founder opens the shop, sells, hands out and closes the books in the browser', async () => {
  const { shop } = site;
  const { page, watch } = await browser.visit({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
  });
  watch.allow(/40[139]/);
  const desk = sitDown(page);
  const { tap, act, open } = desk;
  const main = page.getByRole('main');
  await becomeOwner(page);
  await addCentre(desk);
  await addProduct(desk);

  // The product is put on sale from its own page.
  await act(4, async () => {
    await open('Products');
    await tap(main.getByRole('link', { name: 'Ofada Rice' }));
    await tap(page.getByRole('button', { name: 'Put on Sale' }));
    await main.getByText('Ofada Rice is on sale now.').waitFor();
  });

  const ada = await buy('Ada Obi');
  await expect
    .poll(async () => (await shop.db.query(`SELECT 1 FROM groups WHERE status = 'secured'`)).length, {
      timeout: 60_000,
    })
    .toBe(1);

  await act(2, async () => {
    await open('Orders');
    await main.getByRole('link', { name: /^GB-/ }).first().waitFor();
  });
  const tracking = (await main.getByRole('link', { name: /^GB-/ }).first().innerText()).trim();

  await act(3, async () => {
    await page.getByLabel('Find anything').fill('Ada Obi');
    await page.keyboard.press('Enter');
    await main
      .getByRole('link', { name: /^Ada Obi/ })
      .first()
      .waitFor();
  });

  await act(4, async () => {
    await page.getByLabel('Find anything').fill('Ada Obi');
    await page.keyboard.press('Enter');
    await tap(main.getByRole('link', { name: /^Ada Obi/ }).first());
    const credit = page.getByRole('form', { name: 'Goodwill credit' });
    await credit.getByLabel('Amount').fill('500');
    await credit.getByLabel('Reason').fill('a late delivery');
    await tap(credit.getByRole('button', { name: 'Preview' }));
    await tap(credit.getByRole('button', { name: 'Give Credit' }));
    await main.getByText('Added to their wallet.').waitFor();
  });

  await act(4, async () => {
    await open('Products');
    await tap(main.getByRole('link', { name: 'Ofada Rice' }));
    await page.getByLabel('Group price', { exact: true }).fill('4200');
    await tap(page.getByRole('button', { name: 'Save', exact: true }));
    await main.getByText('Saved.').waitFor();
  });

  await act(6, async () => {
    await open('Pickup');
    await page.getByLabel('Centre').selectOption({ label: 'Yaba Centre' });
    await tap(page.getByRole('link', { name: 'Plan', exact: true }));
    const move = page.getByRole('form', { name: 'Move batches' });
    await move.getByLabel('To', { exact: true }).selectOption('ready_for_pickup');
    await tap(move.getByRole('button', { name: 'Preview' }));
    await move.getByText('1 batch of 1 member would move.').waitFor();
    await tap(move.getByRole('button', { name: 'Move Batches' }));
    await move.getByText('Batches moved.').waitFor();
  });

  await act(4, async () => {
    await open('Pickup');
    await tap(page.getByRole('link', { name: 'Messages', exact: true }));
    const message = page.getByRole('link', { name: 'WhatsApp message to Ada Obi' });
    expect(new URL((await message.getAttribute('href')) ?? '').searchParams.get('text')).toContain(tracking);
  });

  // The counter uses a phone.
  await page.setViewportSize({ width: 360, height: 740 });
  const [order] = await shop.db.query<{ code: string }>(
    'SELECT pickup_code AS code FROM orders WHERE user_id = $1',
    [ada.id],
  );
  await act(4, async () => {
    await open('Pickup');
    await page.getByLabel('Tracking number or name').fill(tracking);
    await page.keyboard.press('Enter');
    await page.getByLabel('Pickup code').fill(order?.code ?? '');
    await tap(page.getByRole('button', { name: 'Hand Out 1 of 1' }));
    await main.getByText('Handed out: Ofada Rice.').waitFor();
  });

  await act(3, async () => {
    await open('Monthly report');
    await main.getByText('₦4,000').first().waitFor();
  });
  expect(await findInvariantBreaches(shop)).toEqual([]);
});
