import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { locateVisibleLink, openPagePath, waitForHydration } from '../support/shopper-actions.ts';

const PRODUCT = '/product/semovita-10kg';
const LIB = /\/assets\/lib-.*\.js$/;
const STILL_LOADING = 'Still loading. Check your connection.';
const TOO_OLD = 'This browser is too old for the shop. Please update it or use another one.';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Opens the shop for the first time, without a service worker, while one file of the app fails to load. */
async function visitWithout(file: RegExp) {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(/Failed to load resource/);
  const line = { isCut: true, askedFor: 0 };
  await page.route(file, async (route) => {
    line.askedFor += 1;
    if (line.isCut) await route.abort('connectionreset');
    else await route.continue();
  });
  return { page, line };
}

const noteOf = (page: Page) => page.getByRole('alert').filter({ hasText: STILL_LOADING });
const tryAgain = (page: Page) => noteOf(page).getByRole('button', { name: 'Try Again' });

it('a product whose app was cut says so, keeps its links, and lives by itself when the line is back', async () => {
  const { page, line } = await visitWithout(LIB);
  await openPagePath(page, PRODUCT);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await noteOf(page).waitFor();
  await expect.poll(() => menu.getAttribute('aria-busy')).toBe(null);
  await menu.click();
  expect(await menu.getAttribute('aria-busy')).toBe(null);

  line.isCut = false;
  await waitForHydration(page);
  await noteOf(page).waitFor({ state: 'hidden' });
  await menu.click();
  await page.getByRole('dialog').waitFor();
});

it('without the app a link leads on as a plain page', async () => {
  const { page } = await visitWithout(LIB);
  await openPagePath(page, PRODUCT);
  await noteOf(page).waitFor();
  await locateVisibleLink(page, 'Login to join Group Buy!').click();
  await page.waitForURL(/\/signin/);
  await noteOf(page).waitFor();
});

it.each(['lib', 'app', 'rolldown-runtime'])(
  'sign-in whose file %s was cut is no white page, and its Try Again opens it',
  async (name) => {
    const { page, line } = await visitWithout(new RegExp(`/assets/${name}-.*\\.js$`));
    await page.clock.install();
    await page.goto('/signin');
    await noteOf(page).waitFor();
    const before = line.askedFor;
    await tryAgain(page).click();
    await expect.poll(() => line.askedFor).toBe(before + 1);
    await expect.poll(() => tryAgain(page).getAttribute('aria-busy')).toBe('false');
    expect(await noteOf(page).isVisible()).toBe(true);

    line.isCut = false;
    await tryAgain(page).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await noteOf(page).isVisible()).toBe(false);
  },
);

it('a bad line is tried with growing pauses, and at once when the phone is online again', async () => {
  const { page, line } = await visitWithout(LIB);
  // The clock is paused, because an installed clock runs on and a pause could end before a slow machine looks.
  const openedAtMs = Date.now();
  await page.clock.install({ time: openedAtMs });
  await page.clock.pauseAt(openedAtMs + 1_000);
  await page.goto('/cart');
  await noteOf(page).waitFor();
  const first = line.askedFor;
  // The pauses are 2, 4 and 8 s. Each request is answered before the clock goes on.
  for (const [tries, seconds] of [2, 4, 8].entries()) {
    await page.clock.runFor(seconds * 1_000 - 500);
    expect(line.askedFor).toBe(first + tries);
    await page.clock.runFor(500);
    await expect.poll(() => line.askedFor).toBe(first + tries + 1);
    await expect.poll(() => tryAgain(page).getAttribute('aria-busy')).toBe('false');
  }
  line.isCut = false;
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.waitForURL(/\/signin$/);
  await page.clock.resume();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

it('files that come and make no app reload the page once a minute, not in circles', async () => {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(/Failed to load module script/);
  await page.clock.install();
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  // A network's sign-in page answers every request with HTML, so no module can load.
  await page.route(LIB, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Welcome' }));
  await page.goto('/signin');
  await noteOf(page).waitFor();
  await page.clock.runFor(2_000);
  await expect.poll(() => documents).toBe(2);
  await noteOf(page).waitFor();
  for (let turn = 0; turn < 4; turn += 1) {
    await page.clock.runFor(2_000 * 2 ** turn);
    await expect.poll(() => tryAgain(page).getAttribute('aria-busy')).toBe('false');
  }
  expect(documents).toBe(2);
});

it('an app that takes longer than half a minute says so and still does the tap that it was given', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  await page.clock.install();
  let letThrough = () => {};
  const isThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isThrough;
    await route.continue();
  });
  await openPagePath(page, PRODUCT);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await noteOf(page).isVisible()).toBe(false);
  await page.clock.runFor(30_000);
  await noteOf(page).waitFor();
  letThrough();
  await page.getByRole('dialog').waitFor();
  expect(await noteOf(page).isVisible()).toBe(false);
});

it.each(['/signin', PRODUCT])('a browser that cannot read the app is told so on %s', async (path) => {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  watch.allow(/^uncaught/);
  await page.route(LIB, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const newer = a ??? b;' }),
  );
  await page.goto(path);
  await page.getByRole('alert').filter({ hasText: TOO_OLD }).waitFor();
});
