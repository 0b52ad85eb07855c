import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { TestShopper } from '../../support/shopper.ts';
import {
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  signInOnPage,
  waitForHydration,
} from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

const SLUG = 'local-parboiled-rice-50kg';

/** Tests where those are sent who may not open a page, or have just signed in. */
export function routeAccess(spec: SpecFileShop): void {
  const at = (page: Page, path: string) => page.waitForURL(`${spec.shop.url}${path}`);
  /** Records every address that the page sets and every call to scroll. */
  const keepTrack = (page: Page) =>
    page.addInitScript(() => {
      const note = (key: string, value: string) =>
        sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${value} `);
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name].bind(history);
        history[name] = (data: unknown, unused: string, url?: string | URL | null) => {
          if (url) note('addresses', `${name}:${new URL(url, location.href).pathname}`);
          original(data, unused, url);
        };
      }
      const scroll = window.scrollTo.bind(window);
      window.scrollTo = ((...args: [number, number]) => {
        note('scrolls', args.join(','));
        scroll(...args);
      }) as typeof window.scrollTo;
    });
  const track = (page: Page, key: 'addresses' | 'scrolls') =>
    page.evaluate((name) => (sessionStorage.getItem(name) ?? '').trim(), key);

  describe('Route access', () => {
    test(
      [
        says("A visitor sees 'Login to join Group Buy!', which goes to /signin carrying the product url."),
        says('After sign-in the user returns to the product page that sent them, otherwise to /.'),
        says(
          'A signed-in user is redirected to /listing/{listing_url} if the navigation state carries a listing_url, otherwise to /.',
        ),
      ].join(' '),
      async () => {
        const { page } = await spec.arrive();
        await keepTrack(page);
        const shopper = await TestShopper.signUp(spec.shop.url);
        await openPagePath(page, `/product/${SLUG}`);
        await waitForHydration(page);
        expect(await locateVisibleButton(page, 'Add to cart').count()).toBe(0);
        await locateVisibleLink(page, 'Login to join Group Buy!').click();
        await page.waitForURL(/\/signin/);
        expect(await page.evaluate(() => history.state?.usr)).toEqual({ listing_url: SLUG });
        await signInOnPage(page, shopper.account);
        await at(page, `/product/${SLUG}`);
        await page.getByRole('heading', { level: 1, name: 'Local Parboiled Rice (50 kg)' }).waitFor();
        expect(await track(page, 'addresses')).toContain(`replaceState:/listing/${SLUG}`);

        const { page: other } = await spec.visitor('/signin');
        await signInOnPage(other, shopper.account);
        await at(other, '/');
      },
    );

    test(
      says(
        'Signed-in only (a signed-out user goes to /signin): /account, /edit-profile, /cart, /checkout, /wallet, /referral.',
      ),
      async () => {
        const { page } = await spec.arrive();
        for (const path of ['/account', '/edit-profile', '/cart', '/checkout', '/wallet', '/referral']) {
          await page.goto(path);
          await at(page, '/signin');
        }
      },
    );

    test(says('The page scrolls to the top on every route change except the home route.'), async () => {
      const { page } = await spec.arrive({ viewport: { width: 360, height: 400 } });
      await keepTrack(page);
      await openPagePath(page, '/about');
      await waitForHydration(page);
      await page.evaluate(() => window.scrollBy(0, 300));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
      await at(page, '/contact');
      await expect.poll(() => track(page, 'scrolls')).toBe('0,0');
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.getByRole('banner').getByRole('link', { name: /home/ }).click();
      await at(page, '/');
      await page.getByRole('heading', { name: 'Group deals' }).waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
      await at(page, '/about');
      // Of three changes of route, the one to the home page does not scroll: two scrolls.
      await expect.poll(() => track(page, 'scrolls')).toBe('0,0 0,0');
    });

    test(
      says(
        'A failed token refresh, or stored session data that cannot be read, sends the user to / with history replaced.',
      ),
      async () => {
        const spoil = {
          refused: () => {
            const [head, body] = (localStorage.getItem('token') ?? '').split('.');
            localStorage.setItem('token', `${head}.${body}.AAAA`);
          },
          unreadable: () => localStorage.setItem('user', '{broken'),
        };
        for (const act of Object.values(spoil)) {
          const { page, watch } = await spec.member('/contact');
          watch.allow(/Failed to load resource.* 401 |WebSocket is closed before/);
          await openPagePath(page, '/about');
          // This page has read its session already, so the next page notices the damage.
          await page.waitForLoadState('networkidle');
          await waitForHydration(page);
          await page.evaluate(act);
          await page.goto('/account');
          await at(page, '/');
          expect(await page.evaluate(() => [localStorage.token, localStorage.user])).toEqual([
            undefined,
            undefined,
          ]);
          // The page that was refused is not in the history.
          await page.goBack();
          await at(page, '/about');
        }
        // A broken session also leads home from a public page, for a visitor who saves data and has no worker yet.
        const { page } = await spec.arrive();
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
          if (location.pathname === '/' || sessionStorage.getItem(location.pathname)) return;
          sessionStorage.setItem(location.pathname, 'is spoiled');
          localStorage.setItem('token', 'x');
          localStorage.setItem('user', '{broken');
        });
        for (const place of ['/contact', '/signin', '/product/semovita-10kg']) {
          await page.goto(place);
          await at(page, '/');
          expect(await page.evaluate(() => localStorage.token)).toBeUndefined();
        }
      },
    );
  });
}
