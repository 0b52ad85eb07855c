import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { ageCachedHomePage, readCachedHomePage } from '../support/cached-home.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const OFFLINE = "You're offline. Showing saved data";
const CARDS = 'main li a[href^="/product/"]';

const site = openFixtureForFile(openShopSite);
let scene: Scene;

beforeEach(async () => {
  scene = await Scene.openVisitor(site);
  // The worker caches the home page of the first visit without requesting it again.
  await scene.visit();
  await cachedAfter(0);
  expect(scene.sent(/^GET \/$/)).toHaveLength(1);
});
afterEach(() => scene?.close());

/** Waits until the cached page is newer than the given time. @returns its time. */
async function cachedAfter(ms: number): Promise<number> {
  const at = async () => (await readCachedHomePage(scene.page))?.atMs ?? 0;
  await expect.poll(at, { timeout: 20_000 }).toBeGreaterThan(ms);
  return await at();
}

/** Opens an address. @returns the HTML of the worker's answer, before the app has changed it. */
async function answered(path: string): Promise<string> {
  const answer = await scene.page.goto(path);
  expect(answer?.fromServiceWorker()).toBe(true);
  return (await answer?.text()) ?? '';
}

const isDrawn = (html: string) => /<div id="root" data-rendered>.*<h3>/s.test(html);
const titlesOf = (page: Page) => page.locator(`${CARDS} h3`).allTextContents();

/** Waits until the app has hydrated the page. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.getElementById('app-files'));
  await page.locator(CARDS).first().waitFor();
}

it('home opens as it was drawn last, without a line, and the app takes it over', async () => {
  await scene.kill();
  site.proxy.setDown(true);
  await scene.launch();
  await scene.page.clock.install({ time: Date.now() + TEN_MINUTES_MS });
  for (const path of ['/', '/?source=pwa', '/?ref=ADA12345']) {
    expect(isDrawn(await answered(path)), path).toBe(true);
    await scene.page.getByText(OFFLINE).first().waitFor();
  }
  const title = await scene.page.locator(`${CARDS} h3`).first().innerText();
  await scene.page.locator(CARDS).first().click();
  await scene.page.getByRole('heading', { level: 1, name: title }).waitFor();
  // The app must draw the page exactly as it was cached, or React would complain.
  expect(
    scene.phone.watch.complaints().filter((line) => /hydrat|did not match|Minified/i.test(line)),
  ).toEqual([]);
});

it('what is new takes the place of what was drawn, card by card, in the same order', async () => {
  const drawn = await titlesOf(scene.page);
  await site.database.query("update products set title = title || ', new'");
  // The shop and the browser cache the list for some seconds.
  const ask = () => fetch('/api/products/?page=1&limit=24').then((answer) => answer.text());
  await expect.poll(() => scene.page.evaluate(ask), { timeout: 60_000 }).toContain(', new"');
  await scene.page.clock.install({ time: Date.now() + TEN_MINUTES_MS });
  const html = await answered('/');
  expect(isDrawn(html)).toBe(true);
  expect(html).not.toContain(', new');
  await expect
    .poll(() => titlesOf(scene.page), { timeout: 20_000 })
    .toEqual(drawn.map((title) => `${title}, new`));
});

it('a start with a page older than an hour fetches the next one; an earlier start does not', async () => {
  const { page } = scene;
  const first = (await readCachedHomePage(page))?.atMs ?? 0;
  await answered('/');
  await takenOver(page);
  await waitWithoutInteraction(page, 500);
  expect((await readCachedHomePage(page))?.atMs).toBe(first);
  await ageCachedHomePage(page, HOUR_MS + 60_000);
  const old = await readCachedHomePage(page);
  expect(await answered('/?ref=ADA12345')).toBe(old?.html);
  await cachedAfter(first);
  // The page is fetched without the referral code, because it is cached for every later start.
  expect(scene.sent(/^GET \/(\?|$)/)).toEqual(['GET /', 'GET /']);
});

it('a shopper who saves data has no newer page fetched', async () => {
  const { page } = scene;
  await ageCachedHomePage(page, 2 * HOUR_MS);
  const [worker] = scene.phone.context.serviceWorkers();
  await worker?.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await answered('/');
  await takenOver(page);
  await waitWithoutInteraction(page, 500);
  expect(scene.sent(/^GET \/$/)).toHaveLength(1);
});

it('the page of a signed-in shopper is cached as everybody’s: nothing of them is in it', async () => {
  const { page, shopper } = scene;
  await scene.signIn(page, shopper);
  await ageCachedHomePage(page, 2 * HOUR_MS);
  const old = (await readCachedHomePage(page))?.atMs ?? 0;
  await answered('/');
  await cachedAfter(old + HOUR_MS);
  const { html = '' } = (await readCachedHomePage(page)) ?? {};
  const { account, session } = shopper;
  for (const secret of [account.name, account.email, account.phone, session.user.id])
    expect(html).not.toContain(secret);
});

it('a search, a category and a page of the day before are the app’s to draw', async () => {
  for (const path of ['/?q=rice', '/?category=Grains'])
    expect(isDrawn(await answered(path)), path).toBe(false);
  await ageCachedHomePage(scene.page, 25 * HOUR_MS);
  expect(isDrawn(await answered('/'))).toBe(false);
  await scene.page.locator(CARDS).first().waitFor();
  // The app caches a page for the next start again.
  await cachedAfter(Date.now() - HOUR_MS);
});

it('the page of another release is not cached in its place', async () => {
  const { page } = scene;
  const before = await readCachedHomePage(page);
  await ageCachedHomePage(page, 2 * HOUR_MS);
  await site.release();
  // Each start fetches a newer page, which is now the next release's.
  await answered('/');
  await expect.poll(() => scene.sent(/^GET \/$/).length, { timeout: 20_000 }).toBe(2);
  await waitWithoutInteraction(page, 500);
  expect((await readCachedHomePage(page))?.html).toBe(before?.html);
});
