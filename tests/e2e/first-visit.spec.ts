import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildImagePath } from '#contract/rules/product/image-path.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { firstOrAll } from '../support/first-or-all.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { callShopApi } from '../support/shopper.ts';
import { waitForHydration } from '../support/shopper-actions.ts';

/**
 * What the first visit to the home page costs the poorest phone, and what it shows. The limits are in docs/offline.md.
 */
const SMALL_PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true };
const SILENCE_MS = 1_500;
/** The test asserts 3 % below each limit, so that it fails before a limit is reached. */
const AIR = 0.97;
/** How many bytes a new connection carries before the phone's first acknowledgement. */
const FIRST_RESPONSE_BYTES = 14_600 * AIR;
const FIRST_VISIT_BYTES = 160_000 * AIR;
const FIRST_VISIT_REQUESTS = 16 * AIR;
const FIRST_CODE_BYTES = 102_000 * AIR;
const FIRST_CODE_FILES = 4 * AIR;

const site = openFixtureForFile(openShopSite);
const browser = registerBrowserForFile();
let page: Page;

/** Measures the home page as a phone gets it that has nothing cached, headers included. */
async function homeBytes(): Promise<number> {
  const before = site.proxy.downBytes;
  const answer = await fetch(site.proxy.url, { headers: { 'accept-encoding': 'br' } });
  await answer.text();
  return site.proxy.downBytes - before;
}

beforeEach(async () => {
  // The first answer after a start is compressed quickly; a smaller one is ready only afterwards.
  await expect.poll(homeBytes).toBeLessThanOrEqual(FIRST_RESPONSE_BYTES);
  ({ page } = await browser.visit({ baseURL: site.proxy.url, ...SMALL_PHONE }));
  // The test decides when the page is idle, so that the traffic before and after it is counted apart.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    Object.assign(globalThis, {
      requestIdleCallback: (work: () => void) => waiting.push(work),
      cancelIdleCallback: (handle: number) => void waiting.splice(handle - 1, 1, () => undefined),
      becomeIdle: () => {
        globalThis.requestIdleCallback = (work) => Number(setTimeout(work));
        globalThis.cancelIdleCallback = clearTimeout;
        for (const work of waiting.splice(0)) work();
      },
    });
  });
});
afterEach(() => page.context().close());

/** Counts the traffic of `act` until the line is silent, with the worker's requests and all headers. */
async function lineUntilSilence(act: () => Promise<unknown>): Promise<{ bytes: number; requests: string[] }> {
  const bytesBefore = site.proxy.downBytes;
  const asked = site.proxy.requests.length;
  await act();
  for (let before = -1; before !== site.proxy.downBytes; ) {
    before = site.proxy.downBytes;
    await waitWithoutInteraction(page, SILENCE_MS);
  }
  return { bytes: site.proxy.downBytes - bytesBefore, requests: site.proxy.requests.slice(asked) };
}

/** Opens home and waits until the app runs: a busy phone may be silent for long before it asks for its code. */
async function arrive(): Promise<void> {
  await page.goto('/', { waitUntil: 'commit' });
  await waitForHydration(page);
}

/** Removes the content hash from a file's name. */
const nameless = (line: string) => line.replace(/-[\w-]{8}\./, '.');

/** Measures a file as it is sent, compressed with Brotli. */
async function brotliBytes(path: string): Promise<number> {
  const file = await (await fetch(new URL(path, site.shop.url))).arrayBuffer();
  return brotliCompressSync(Buffer.from(file)).length;
}

/** Finds the 320 px picture of each product that a card may show, with its address and size. */
async function cardPictures(): Promise<{ path: string; bytes: number }[]> {
  const list = await callShopApi<ProductsReply>(site.shop.url, 'GET', '/api/products?limit=100');
  const hashes = new Set(list.body.data.flatMap(({ pictures }) => pictures[0]?.hash ?? []));
  return Promise.all(
    [...hashes].map(async (hash) => {
      const path = buildImagePath(hash, 320, 'avif');
      const answer = await fetch(new URL(path, site.shop.url));
      expect(answer.status, path).toBe(200);
      return { path, bytes: (await answer.arrayBuffer()).byteLength };
    }),
  );
}

const sumOf = (pictures: { bytes: number }[]) => pictures.reduce((sum, { bytes }) => sum + bytes, 0);

it('a first visit is small, nothing stands in its way, and the rest waits until the page is idle', async () => {
  const { bytes, requests } = await lineUntilSilence(arrive);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FIRST_VISIT_REQUESTS);
  // Which deals come first is drawn by lot every 15 s, so the heaviest possible draw is counted.
  const pictures = await cardPictures();
  const shown = pictures.filter(({ path }) => requests.includes(`GET ${path}`));
  const heaviest = pictures.toSorted((one, other) => other.bytes - one.bytes).slice(0, shown.length);
  expect(shown.length, requests.join('\n')).toBeGreaterThanOrEqual(2);
  expect(bytes - sumOf(shown) + sumOf(heaviest), requests.join('\n')).toBeLessThanOrEqual(FIRST_VISIT_BYTES);
  // Nothing of the operators' console is loaded.
  expect(requests.filter((line) => line.includes('/ops'))).toEqual([]);
  // Nothing is loaded that blocks the first paint.
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
      .map((entry) => entry.name),
  );
  expect(blocking).toEqual([]);

  // Once the page is idle it fetches what it needs offline, once.
  expect(requests.join('\n')).not.toMatch(/sw\.js|index\.html|shop|product-|api/);
  const idle = await lineUntilSilence(() =>
    page.evaluate('becomeIdle(); navigator.serviceWorker.ready.then(() => undefined)'),
  );
  expect(idle.requests.map(nameless).toSorted()).toEqual([
    'GET /api/products/?page=1&limit=24',
    'GET /assets/app.css',
    'GET /assets/product.css',
    'GET /assets/product.js',
    'GET /assets/shop.css',
    'GET /assets/shop.js',
    'GET /icons/icon.svg',
    'GET /index.html',
    'GET /sw.js',
  ]);
  // The product page brings reviews, alerts, invitations and pickup centres, which also work offline.
  expect(idle.bytes, idle.requests.join('\n')).toBeLessThanOrEqual(78_000);
});

it('reading the code of the app and taking the page over are two tasks', async () => {
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
      // The app removes the referral code from the address later; in the task that loads its code the address still has
      // it.
      Object.assign(globalThis, { addressWhenRead: location.search });
    };
    document.addEventListener('load', note, true);
  });
  await page.goto('/?ref=FRIEND1');
  await page.waitForFunction(() => location.search === '');
  expect(await page.evaluate('addressWhenRead')).toBe('?ref=FRIEND1');
});

it('the page itself fits the first flight of a new line, 14.6 kB, head and all', async () => {
  // The list is drawn in another order every 15 s, which changes the size by some hundred bytes.
  expect(await homeBytes()).toBeLessThanOrEqual(FIRST_RESPONSE_BYTES);
});

it('a menu that is tapped before the page is idle opens', async () => {
  await lineUntilSilence(arrive);
  const { requests } = await lineUntilSilence(() => page.getByRole('button', { name: 'Menu' }).click());
  expect(requests.map(nameless).toSorted()).toEqual(['GET /assets/product.css', 'GET /assets/product.js']);
  await page.getByRole('dialog').waitFor();
});

it('a shopper who saves data pays for nothing else by looking, nor by scrolling', async () => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await lineUntilSilence(arrive);
  const { requests } = await lineUntilSilence(async () => {
    await page.evaluate('becomeIdle()');
    await page.mouse.wheel(0, 40);
  });
  expect(requests.filter((line) => !line.includes('/pictures/'))).toEqual([]);
});

it('the app itself is at most 102 kB, in four files, with air', async () => {
  const html = await (await fetch(site.shop.url)).text();
  const files = JSON.parse(/id="app-files">([^<]*)</.exec(html)?.[1] ?? '[]') as string[];
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(FIRST_CODE_FILES);
  const bytes = await Promise.all(files.map(brotliBytes));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(FIRST_CODE_BYTES);
  // Checks that each file was measured, or the limit could not be exceeded.
  for (const each of bytes) expect(each).toBeGreaterThan(100);
});

it.each(
  firstOrAll([
    { width: 360, dots: 2, card: 320, main: 640 },
    { width: 412, dots: 1.75, card: 320, main: 640 },
    { width: 412, dots: 2.625, card: 480, main: 1200 },
  ]),
)(
  'a phone of $width px at $dots dots asks for pictures that are hardly wider than it draws them',
  async (phone) => {
    const visit = await browser.visit({
      baseURL: site.proxy.url,
      viewport: { width: phone.width, height: 800 },
      deviceScaleFactor: phone.dots,
    });
    const chosen = (selector: string) =>
      visit.page
        .locator(selector)
        .first()
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc));
    await visit.page.goto('/');
    expect(await chosen('main a[href^="/product/"] img')).toMatch(new RegExp(`-${phone.card}\\.avif$`));
    await visit.page.goto('/product/local-parboiled-rice-50kg');
    expect(await chosen('section[aria-label="Pictures"] img')).toMatch(new RegExp(`-${phone.main}\\.avif$`));
  },
);

it('a phone of 360 x 640 sees of the first deals at least 60 px of their pictures, and asks for small ones', async () => {
  await page.goto('/');
  const pictures = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main a[href^="/product/"] img')]
      .slice(0, 2)
      .map((image) => ({
        shown: innerHeight - image.getBoundingClientRect().top,
        file: image.currentSrc,
      })),
  );
  expect(pictures).toHaveLength(2);
  for (const { shown, file } of pictures) {
    expect(shown).toBeGreaterThanOrEqual(60);
    expect(file).toMatch(/-320\.avif$/);
  }
  // The order that the specification requires: hero, referral banner, trust block, grid.
  const order = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('section')].map(
        (section) => section.getAttribute('aria-labelledby') ?? section.getAttribute('aria-label'),
      ),
    );
  expect(order).toEqual(['hero', 'bonus', 'Why shoppers trust us', 'deals']);
});
