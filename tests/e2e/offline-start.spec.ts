import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import {
  addProductToCartOnPage,
  locateVisibleButton,
  openPagePath,
  waitForOfflineReady,
} from '../support/shopper-actions.ts';

const OFFLINE = "You're offline. Showing saved data";
const SLUGS = ['semovita-10kg', 'granulated-sugar-50kg', 'red-palm-oil-25l'] as const;

const site = openFixtureForFile(openShopSite);
let scene: Scene;

beforeEach(async () => {
  scene = await Scene.open(site, { isSettled: true });
});
afterEach(() => scene?.close());

/** Starts the killed phone ten minutes later without a connection. */
async function startOffline(path: string): Promise<Page> {
  await scene.kill();
  site.proxy.setDown(true);
  await scene.launch();
  await scene.page.clock.install({ time: Date.now() + 10 * 60_000 });
  await scene.open(path);
  await scene.page.getByText(OFFLINE).first().waitFor();
  return scene.page;
}

/** Waits until the phone has saved an entry. */
async function kept(page: Page, entry: RegExp): Promise<void> {
  await expect.poll(() => readPhoneStorage(page), { timeout: 20_000 }).toMatch(entry);
}

async function productKept(page: Page, slug: string): Promise<void> {
  await kept(page, new RegExp(`product[\\\\",]+${slug}`));
}

/** Counts the pictures that are shown on the first eight cards. */
async function countDrawn(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const cards = [...document.querySelectorAll('main a[href^="/product/"]')].slice(0, 8);
    return cards.filter((card) => (card.querySelector('img')?.naturalWidth ?? 0) > 0).length;
  });
}

/** Counts the pictures that the worker keeps. */
async function countKeptPictures(page: Page): Promise<number> {
  return await page.evaluate(async () => (await (await caches.open('img-v1')).keys()).length);
}

describe('one visit, then a cold start without a line', () => {
  it('opens home and products with their pictures, and a member’s cart, wallet and notifications, dated', async () => {
    const { page } = scene;
    await adjustTestWallet(site.shop, scene.shopper.id, 4_321);
    await scene.shopper.add(site.productId, 2);
    const seen = await visitHomeAndFirstProduct(page);
    await openPagePath(page, '/cart');
    await page.getByText('Items (1)').waitFor();
    await openPagePath(page, '/wallet');
    await page.getByText('₦4,321').first().waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('Wallet credited ₦4,321 - Goodwill').waitFor();
    for (const entry of [
      /balance[\\"]+:4321/,
      /Wallet credited ₦4,321 - Goodwill/,
      /totalPrice[\\"]+:27600/,
    ]) {
      await kept(page, entry);
    }
    // Chromium writes local storage to the disk up to 5 s later.
    await waitWithoutInteraction(page, 6_000);

    const offline = await startOffline('/wallet');
    await offline.getByText('₦4,321').first().waitFor();
    await expectDated(offline);
    await scene.open('/cart');
    await offline.getByText('Items (1)').waitFor();
    await offline.getByText('₦27,600').first().waitFor();
    await expectDated(offline);
    await offline.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await offline.getByText('Wallet credited ₦4,321 - Goodwill').waitFor();
    await scene.open('/');
    await expect.poll(() => countDrawn(offline), { timeout: 20_000 }).toBe(8);
    await openUnseenProduct(offline, seen.path);
    await scene.open(seen.path);
    await offline.getByRole('heading', { level: 1, name: seen.title }).waitFor();
  });

  /** Waits until the phone has home with eight pictures, then reads the first product. */
  async function visitHomeAndFirstProduct(page: Page): Promise<{ path: string; title: string }> {
    await openPagePath(page, '/');
    await page.locator('main a[href^="/product/"]').nth(7).scrollIntoViewIfNeeded();
    await expect.poll(() => countDrawn(page), { timeout: 20_000 }).toBe(8);
    await expect.poll(() => countKeptPictures(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
    // Only the list of products has this field.
    await kept(page, /hasMore/);
    await waitForOfflineReady(page);
    const path = (await page.locator('main a[href^="/product/"]').first().getAttribute('href')) ?? '';
    await page.goto(path);
    await page.getByRole('group', { name: 'Quantity' }).waitFor();
    await productKept(page, path.split('/').at(-1) ?? '');
    return { path, title: await page.getByRole('heading', { level: 1 }).innerText() };
  }

  /** Opens a product that was never opened from the list on the screen: picture, title, price and group. */
  async function openUnseenProduct(page: Page, seen: string): Promise<void> {
    const card = page.locator(`main li a[href^="/product/"]:not([href="${seen}"])`).first();
    const title = await card.getByRole('heading').innerText();
    await card.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await locateVisibleButton(page, 'Add to cart').waitFor();
    const picture = page.locator('main img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectDated(page);
  }

  async function expectDated(page: Page): Promise<void> {
    await page
      .getByText(/^Updated 1\dm ago$/)
      .first()
      .waitFor();
  }
});

describe('changes made without a line', () => {
  it('survive two reloads and a kill, and the server gets exactly that cart', async () => {
    for (const slug of SLUGS) {
      await openPagePath(scene.page, `/product/${slug}`);
      await productKept(scene.page, slug);
    }
    site.proxy.setDown(true);
    for (const slug of SLUGS) {
      await scene.open(`/product/${slug}`);
      const button = locateVisibleButton(scene.page, 'Add to cart');
      await button.waitFor();
      const select = scene.page.getByLabel('Selling unit');
      if ((await select.count()) > 0) await select.selectOption({ index: 1 });
      await button.click();
      await scene.page.getByText("Will be added when you're back online").first().waitFor();
    }
    await scene.open('/cart');
    await scene.page.reload();
    await scene.page.reload();
    await scene.page.getByText('Items (3)').waitFor();
    await scene.page.getByRole('button', { name: 'Increase quantity' }).first().click();
    await scene.page.getByText('4 changes not sent yet').first().waitFor();
    await scene.kill();
    await scene.launch();
    site.proxy.setDown(false);
    await scene.open('/cart');
    await expect
      .poll(
        async () =>
          (await scene.shopper.call<Cart>('GET', '/api/cart')).body.items.map((item) => item.quantity).sort(),
        { timeout: 60_000 },
      )
      .toEqual([1, 1, 2]);
    await scene.page.getByText('Items (3)').waitFor();
    await expect.poll(() => scene.page.getByText(/changes? waiting/).count()).toBe(0);
  });
});

describe('a sign-out', () => {
  it('leaves nothing of the shopper on the phone', async () => {
    // An amount whose digits occur in no date and no id.
    await adjustTestWallet(site.shop, scene.shopper.id, 1_234_567);
    await addProductToCartOnPage(scene.page, site.slug);
    for (const path of ['/cart', '/wallet', '/account', '/referral', '/checkout']) {
      await openPagePath(scene.page, path);
      await scene.page.waitForLoadState('networkidle');
    }
    const { user } = scene.shopper.session;
    await kept(scene.page, new RegExp(`qc\\|user\\|${user.id}`));
    await kept(scene.page, /1234567/);
    await scene.signOut();
    const left = await readPhoneStorage(scene.page);
    for (const secret of [
      user.id,
      user.email,
      user.phone,
      user.name,
      user.referralCode,
      '1234567',
      'cartData',
    ]) {
      expect(left).not.toContain(secret);
    }
    expect(scene.lateTokens).toEqual([]);
  });

  it('asks first when changes are not sent, and ends the session at the next contact, before anyone signs in', async () => {
    const { page } = scene;
    await openPagePath(page, `/product/${site.slug}`);
    await locateVisibleButton(page, 'Add to cart').waitFor();
    site.proxy.setDown(true);
    await locateVisibleButton(page, 'Add to cart').click();
    await page.getByText("Will be added when you're back online").first().waitFor();
    await page.keyboard.press('Escape');
    const askToLeave = async () => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('dialog').getByText('1 change not sent').first().waitFor();
    };
    await askToLeave();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('1 change not sent yet').first().waitFor();
    await askToLeave();
    await page.getByRole('button', { name: 'Logout anyway' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readPhoneStorage(page)).not.toContain(scene.shopper.session.user.id);
    expect(await readPhoneStorage(page)).toContain('signoutPending');
    const sessions = () =>
      site.database.query<{ live: number }>(
        'SELECT count(*)::int AS live FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
        [scene.shopper.session.user.id],
      );
    // The two sessions are that of the sign-up through the API and the phone's.
    expect((await sessions())[0]?.live).toBe(2);
    const before = site.proxy.requests.length;
    site.proxy.setDown(false);
    await scene.open('/signin');
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    await expect.poll(async () => (await sessions())[0]?.live).toBe(1);
    const calls = site.proxy.requests.slice(before).filter((line) => line.startsWith('POST'));
    expect(calls[0]).toContain('/api/auth/logout');
    // The phone gets the answer after the session has ended, so its note goes a moment later.
    await expect.poll(() => readPhoneStorage(page)).not.toContain('signoutPending');
    expect((await scene.shopper.call<Cart>('GET', '/api/cart')).status).toBe(404);
  });
});
