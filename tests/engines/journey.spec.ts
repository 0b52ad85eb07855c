import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findInvariantBreaches } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import { describeIn, ENGINES } from './engines.ts';
import { COMES, ShopperAtTab } from './shopper-at-tab.ts';

/** A product without selling units, so that none has to be chosen first. */
const PRODUCT = '/product/semovita-10kg';

const site = openFixtureForFile(openShopSite);

it('finds every engine where ENGINES=must says that it has to be', () => {
  const missing = ENGINES.flatMap((engine) => engine.missing ?? []);
  expect(process.env.ENGINES === 'must' ? missing : []).toEqual([]);
});

/** Each test is a step of one story and builds on the step before. */
ENGINES.forEach((engine) => {
  describeIn(engine, () => {
    let profileDir: string;
    let ada: TestShopper;
    let at: ShopperAtTab;

    const start = async () => {
      at = new ShopperAtTab(await engine.open(profileDir), site.proxy.url);
    };
    const cart = async () => (await ada.call<Cart>('GET', '/api/cart')).body;

    beforeAll(async () => {
      profileDir = await mkdtemp(join(tmpdir(), 'ajora-engine-'));
      ada = await TestShopper.signUp(site.shop.url, 'Ada Obi');
      await start();
    });
    afterAll(async () => {
      site.proxy.heal();
      await at?.tab.close();
      await rm(profileDir, { recursive: true, force: true, maxRetries: 5 });
    });

    it('browses: each picture comes once, whether the server drew it or the app', async () => {
      const before = site.proxy.requests.length;
      const pictures = (format: string) =>
        site.proxy.requests.slice(before).filter((line) => line.includes(`.${format}`));
      await at.open('/');
      await at.seesPictures(4);
      await at.open('/about');
      const drawnByServer = pictures('avif').length;
      expect(drawnByServer).toBeGreaterThan(3);
      await at.tap('link', /home$/i);
      await at.isAt(/^[/]$/);
      await at.seesPictures(4);
      await at.tap('card', /./);
      await at.isAt(/^[/]product[/]/);
      await at.seesPictures(1);
      expect(pictures('webp')).toEqual([]);
    });

    it('signs in', async () => {
      await at.open('/signin');
      await at.fill(/^Email/, ada.account.email);
      await at.fill(/^Password/, ada.account.password);
      await at.tap('button', /^Sign in$/);
      await at.isAt(/^[/]$/);
    });

    it('puts something into the cart', async () => {
      await at.open(PRODUCT);
      await at.tap('button', /^Add to cart/);
      await at.sees('Added to cart, hurry and checkout your product.');
      await at.open('/cart');
      await at.sees('Items (1)');
    });

    it('pays by card and comes back', async () => {
      await at.tap('link', /^Checkout/);
      await at.isAt(/^[/]checkout$/);
      await at.fill(/^City/, 'Surulere');
      await at.fill(/^Street/, '12 Adeniran Ogunsanya Street');
      await at.tap('button', /^Pay ₦/);
      await at.isAt(/hosted[/]pay/);
      await at.tap('button', /^Pay now \(success\)/);
      await at.isAt(/^[/]account$/);
      await at.sees(/Semolina/);
      expect((await ada.call('GET', '/api/cart')).status).toBe(404);
      expect(await findInvariantBreaches(site.shop)).toEqual([]);
    });

    const AGAIN = engine.keepsProfile
      ? 'when the browser is started again'
      : 'on a new page (the browser of the driver keeps nothing when it ends)';
    it(`starts without a line, ${AGAIN}`, async () => {
      await at.open(PRODUCT);
      await at.keeps(/product[\\",]+semovita-10kg/);
      await at.tab.run('await navigator.serviceWorker.ready');
      if (engine.keepsProfile) await at.tab.close();
      site.proxy.setDown(true);
      if (engine.keepsProfile) await start();
      await at.open(PRODUCT);
      await at.sees("You're offline. Showing saved data");
      await at.sees(/Semolina/);
      await at.seesPictures(1);
    });

    it('adds to the cart without a line, and the shop hears of it once the line is back', async () => {
      await at.tap('button', /^Add to cart/);
      await at.sees("Will be added when you're back online");
      await at.sees('1 change not sent yet');
      site.proxy.setDown(false);
      await expect
        .poll(async () => (await cart()).items?.map(({ quantity }) => quantity), COMES)
        .toEqual([1]);
      await at.keeps(/^(?!.*"ob\|)/);
    });

    it('signs out, and nothing of the shopper stays on the phone', async () => {
      await at.open('/');
      await at.tap('button', /^Menu$/);
      await at.tap('button', /^Logout$/);
      const local = () => at.tab.run('return localStorage.token ?? null');
      await expect.poll(local, COMES).toBe(null);
      await at.isAt(/^[/]$/);
      expect(await at.readKept()).not.toContain(ada.id);
      expect(await at.tab.run<string>('return JSON.stringify([localStorage, sessionStorage])')).not.toMatch(
        new RegExp(`${ada.id}|${ada.account.email}`),
      );
    });
  });
});
