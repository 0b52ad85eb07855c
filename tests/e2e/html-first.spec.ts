import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { readLayoutShifts, recordLayoutShifts } from '../support/layout-shift.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';
import { locateVisibleButton, locateVisibleLink, openPageSignedIn } from '../support/shopper-actions.ts';

const RICE = '/product/local-parboiled-rice-50kg';
const SEMOLINA = '/product/semovita-10kg';

const browser = registerBrowserForFile();
const here = registerShopForFile();
let products: Product[];

beforeAll(async () => {
  products = (await callShopApi<ProductsReply>(here.shop.url, 'GET', '/api/products/')).body.data;
});

/** Holds every script of the app back, as a slow line does, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const isThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isThrough;
    await route.continue();
  });
  return letThrough;
}

/**
 * Opens a page and waits for its styles: without them it shows the button at both of its places, which no shopper sees,
 * as the first paint waits for them.
 */
async function openUnhydrated(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () =>
      document.querySelector('footer') !== null &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])')].every(
        (link) => link.sheet,
      ),
  );
}

async function countBrokenPictures(page: Page): Promise<{ shown: number; broken: string[] }> {
  return await page.evaluate(async () => {
    const inSight = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})));
    const broken = inSight
      .filter((image) => image.naturalWidth === 0)
      .map((image) => image.currentSrc || image.src);
    return { shown: inSight.length, broken };
  });
}

describe('with JavaScript switched off', () => {
  it('home shows the products with their prices and pictures', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, javaScriptEnabled: false });
    await page.goto('/');
    expect(await page.title()).toContain('Buy Together, Save Together');
    const text = await page.locator('main').innerText();
    for (const product of products) expect(text).toContain(product.title);
    expect(text).toMatch(/₦[\d,]+ - ₦[\d,]+/);
    expect(await page.locator('main a[href^="/product/"] img').count()).toBe(products.length);
    const { naturalWidth } = await page
      .locator('main a[href^="/product/"] img')
      .first()
      .evaluate(async (image: HTMLImageElement) => {
        image.scrollIntoView();
        await image.decode();
        return { naturalWidth: image.naturalWidth };
      });
    expect(naturalWidth).toBeGreaterThan(100);
  });

  it('a product shows its title, price, group and picture', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, javaScriptEnabled: false });
    await page.goto(RICE);
    await page.getByRole('heading', { level: 1, name: 'Local Parboiled Rice (50 kg)' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('₦51,500');
    expect(text).toMatch(/\d+% joined/);
    expect(text).toContain('Login to join Group Buy!');
    expect(await countBrokenPictures(page)).toMatchObject({ broken: [] });
    await locateVisibleLink(page, 'Login to join Group Buy!').click();
    await page.waitForURL(/\/signin/);
  });

  it('a link shared to a chat shows picture, title and price', async () => {
    const html = await (await fetch(here.shop.url + RICE)).text();
    const meta = (name: string) =>
      new RegExp(`<meta[^>]+(?:property|name)="${name}"[^>]+content="([^"]*)"`).exec(html)?.[1];
    expect(html).toMatch(/<title>[^<]*Local Parboiled Rice \(50 kg\)/);
    expect(meta('og:title')).toContain('Local Parboiled Rice (50 kg)');
    expect(meta('product:price:amount')).toBe('51500');
    expect(meta('product:price:currency')).toBe('NGN');
    expect(meta('og:url')).toBe(here.shop.url + RICE);
    expect((meta('og:description') ?? '').length).toBeLessThanOrEqual(160);
    const picture = await fetch(meta('og:image') ?? '');
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(300_000);
    const { default: sharp } = await import('sharp');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
  });

  it('no style attribute and no inline script without a hash leaves the server', async () => {
    for (const path of ['/', RICE, '/about', '/contact']) {
      const answer = await fetch(here.shop.url + path);
      const html = await answer.text();
      expect(html).not.toMatch(/<[^>]+\sstyle=/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toContain('unsafe');
      const { createHash } = await import('node:crypto');
      for (const [, attributes, script] of html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
        if (attributes?.includes('src=') || attributes?.includes('application/json')) continue;
        const hash = createHash('sha256')
          .update(script ?? '')
          .digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      }
    }
  });
});

describe('with JavaScript on', () => {
  it.each([
    { state: 'signed out', path: '/' },
    { state: 'signed in', path: '/' },
    { state: 'signed out', path: RICE },
    { state: 'signed in', path: RICE },
  ])(
    '$state, $path, script 10 s late: nothing jumps and no text is meant for somebody else',
    async ({ state, path }) => {
      const { page, watch } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
      const isSignedIn = state === 'signed in';
      if (isSignedIn) await openPageSignedIn(page, await TestShopper.signUp(here.shop.url));
      await recordLayoutShifts(page);
      await page.clock.install();
      const letScripts = await holdScripts(page);
      const texts: string[] = [];
      await openUnhydrated(page, path);
      texts.push(await page.locator('body').innerText());
      await page.clock.runFor(10_000);
      texts.push(await page.locator('body').innerText());
      letScripts();
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')),
      );
      await page.waitForLoadState('networkidle');
      await waitWithoutInteraction(page, 500);
      texts.push(await page.locator('body').innerText());
      for (const text of texts) {
        if (isSignedIn) expect(text).not.toMatch(/Login to join Group Buy!|Sign Up/);
        else expect(text).not.toMatch(/Add to cart/i);
      }
      expect(await readLayoutShifts(page)).toEqual([]);
      expect(watch.lines()).toEqual([]);
    },
  );

  it('a tap on a card before hydration opens the product', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const card = page.locator('main a[href^="/product/"]').first();
    const href = await card.getAttribute('href');
    await card.click();
    await page.waitForURL(here.shop.url + href, { waitUntil: 'commit' });
  });

  it('a tap on Add to cart before hydration is shown busy and done once', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    const shopper = await TestShopper.signUp(here.shop.url);
    await openPageSignedIn(page, shopper);
    const letScripts = await holdScripts(page);
    await openUnhydrated(page, SEMOLINA);
    const button = locateVisibleButton(page, /Add to cart/);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    await button.click({ force: true });
    letScripts();
    await page.getByRole('dialog').getByText('Added to cart, hurry and checkout your product.').waitFor();
    const cart = await shopper.must<Cart>('GET', '/api/cart');
    expect(cart.items.map(({ quantity }) => quantity)).toEqual([1]);
  });

  it('an offer of the browser to install the shop that comes before the app stands in its menu', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    const letScripts = await holdScripts(page);
    await openUnhydrated(page, RICE);
    const isTaken = await page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          Object.assign(globalThis, { isAsked: true });
          return { outcome: 'accepted' };
        },
      });
      return !dispatchEvent(event);
    });
    expect(isTaken, 'the browser does not ask by itself').toBe(true);
    letScripts();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Install Ajora' }).click();
    await page.waitForFunction(() => 'isAsked' in globalThis);
  });

  it('a unit chosen before hydration is the one that is added', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
    const shopper = await TestShopper.signUp(here.shop.url);
    await openPageSignedIn(page, shopper);
    const letScripts = await holdScripts(page);
    await openUnhydrated(page, RICE);
    const select = page.getByLabel('Selling unit');
    const option = select.locator('option').filter({ hasText: '10 kg share' });
    await select.selectOption(await option.evaluate((element) => (element as HTMLOptionElement).value));
    await locateVisibleButton(page, /Add to cart/).click();
    letScripts();
    await page.getByRole('dialog').getByText('Added to cart, hurry and checkout your product.').waitFor();
    const cart = await shopper.must<Cart>('GET', '/api/cart');
    expect(cart.items.map((item) => [item.sellingUnit?.optionName, item.quantity])).toEqual([
      ['share-10kg', 1],
    ]);
  });
});
