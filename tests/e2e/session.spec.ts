import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { firstOrAll } from '../support/first-or-all.ts';
import { recordWebSocketFrames } from '../support/live-frames.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { createShopperAccount, TestShopper } from '../support/shopper.ts';
import {
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  signInOnPage,
  signUpOnPage,
} from '../support/shopper-actions.ts';

const RICE = '/product/local-parboiled-rice-50kg';
const UNAUTHORIZED =
  /Failed to load resource.* 401 |WebSocket is closed before the connection is established/;

const SPOILED_SIGNATURE = 'AAAA';

const browser = registerBrowserForFile();
const here = registerShopForFile();

async function signInThroughForm(page: Page, shopper: TestShopper): Promise<void> {
  await openPagePath(page, '/signin');
  await signInOnPage(page, shopper.account);
  await page.waitForURL(`${here.shop.url}/`);
}

/**
 * Makes the phone's token look old to the shop when the next page opens. Changed earlier, the present page could use it
 * and notice first.
 */
async function spoilToken(page: Page): Promise<void> {
  await page.addInitScript((signature) => {
    if (sessionStorage.getItem('spoiled')) return;
    sessionStorage.setItem('spoiled', 'yes');
    const [head, body] = (localStorage.getItem('token') ?? '').split('.');
    localStorage.setItem('token', `${head}.${body}.${signature}`);
  }, SPOILED_SIGNATURE);
}

async function readStoredKeys(page: Page): Promise<(string | null)[]> {
  return await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
}

describe('a broken session', () => {
  it('a page that finds its stored data broken and is reloaded in that moment leads home', async () => {
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    // A page that is left while its live connection opens logs this.
    watch.allow(/WebSocket is closed before the connection is established/);
    await openPageSignedIn(page, await TestShopper.signUp(here.shop.url));
    await openPagePath(page, '/about');
    await openPagePath(page, '/account');
    await page.getByRole('heading', { name: 'Your Group Buys' }).waitFor();
    await Promise.all([
      page.waitForEvent('load'),
      // Both happen in one task, so that the session has ended and the app has not reacted yet.
      page.evaluate(() => {
        localStorage.setItem('user', '{broken');
        dispatchEvent(new Event('pageshow'));
        location.reload();
      }),
    ]);
    await page.waitForURL((url) => url.pathname !== '/account');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await readStoredKeys(page)).toEqual([null, null]);
    await page.goBack();
    await page.waitForURL(/\/about$/);
  });
});

describe('the way back after signing in', () => {
  it('the product survives sign-in, register and back to sign-in', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, RICE);
    await locateVisibleLink(page, 'Login to join Group Buy!').click();
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Log in here' }).click();
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    await signInOnPage(page, shopper.account);
    await page.waitForURL(here.shop.url + RICE);
  });

  it('an invitation seen on any page fills in the referral code at registration', async () => {
    const friend = await TestShopper.signUp(here.shop.url);
    const code = friend.session.user.referralCode;
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await openPagePath(page, `${RICE}?ref=${code}`);
    await page.waitForURL(here.shop.url + RICE);
    await openPagePath(page, '/register');
    await expect.poll(() => page.getByLabel(/Referral code/).inputValue()).toBe(code);
    await signUpOnPage(page, createShopperAccount('Ngozi Eze'));
    await page.waitForURL(`${here.shop.url}/`);
    const { data } = await friend
      .must<{ data?: unknown; referredUsers: unknown[] }>('GET', '/api/referral/info')
      .then((reply) => ({ data: reply.referredUsers }));
    expect(data).toEqual([expect.objectContaining({ name: 'Ngozi E.' })]);
  });
});

describe('a session that ends', () => {
  it('an old token is refreshed once for all calls, and the shopper notices nothing', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(UNAUTHORIZED);
    await signInThroughForm(page, shopper);
    await spoilToken(page);
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url());
    });
    await openPagePath(page, '/wallet');
    await page.getByText('No transactions yet').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(refreshes).toHaveLength(1);
    const [renewed] = await readStoredKeys(page);
    expect(renewed).not.toContain(`.${SPOILED_SIGNATURE}`);
    expect(new URL(page.url()).pathname).toBe('/wallet');
  });

  it.each(firstOrAll(['/cart', '/checkout']))(
    'on %s a refused refresh says so and asks to sign in',
    async (path) => {
      const shopper = await TestShopper.signUp(here.shop.url);
      await shopper.add(
        (await shopper.must<{ data: { _id: string } }>('GET', '/api/products/slug/semovita-10kg')).data._id,
      );
      const { page, context, watch } = await browser.visit({ baseURL: here.shop.url });
      watch.allow(UNAUTHORIZED);
      await signInThroughForm(page, shopper);
      await context.clearCookies();
      await spoilToken(page);
      await page.goto(path);
      await page.waitForURL(/\/signin/);
      await page.getByText('Session expired. Please login again.').first().waitFor();
      expect(await readStoredKeys(page)).toEqual([null, null]);
    },
  );

  it('Logout ends the session on the phone, in its other tab and on the server', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    const { page, context } = await browser.visit({ baseURL: here.shop.url });
    const live = recordWebSocketFrames(page);
    await signInThroughForm(page, shopper);
    // The browser would complain of a socket that is closed before it is open.
    await live.heard('hello');
    const second = await context.newPage();
    const secondLive = recordWebSocketFrames(second);
    await openPagePath(second, '/account');
    // The code that opens the socket also follows the other tabs, so the greeting shows that it runs.
    await secondLive.heard('hello');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await readStoredKeys(page)).toEqual([null, null]);
    await second.waitForURL(/\/(signin)?$/);
    // The phone is signed out at once, and the server a moment later, when the phone's note of it is sent.
    await page.waitForFunction(() => localStorage.getItem('signoutPending') === null);
    const answer = await context.request.post(`${here.shop.url}/api/auth/refresh`, {
      data: {},
      headers: { origin: here.shop.url },
    });
    expect(answer.status()).toBe(401);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Login' }).waitFor();
  });
});
