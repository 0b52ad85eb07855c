import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adjustTestWallet } from '../../support/give-money.ts';
import { isTopRight } from '../../support/screen-checks.ts';
import { findProductId } from '../../support/shop-facts.ts';
import { TestShopper } from '../../support/shopper.ts';
import { openPagePath, waitForHydration } from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

/** Tests what surrounds every screen: header, drawer, panel, toasts and pop-ups. */
export function frameScreens(spec: SpecFileShop): void {
  const links = async (page: Page) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation');
    await menu.waitFor();
    return await menu
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')} (${link.textContent})`));
  };
  const box = async (page: Page, role: 'button' | 'link' | 'dialog', name: string | RegExp) => {
    const found = await page.getByRole(role, { name }).first().boundingBox();
    if (!found) throw new Error(`${name} is not on the page`);
    return { ...found, right: found.x + found.width };
  };

  describe('Header and side drawer', () => {
    test(
      [
        says(
          'Header: a fixed 60px bar, a centred logo linking to /, a menu button on the right toggling the drawer, and a notification bell (signed in only) toggling the notification centre.',
        ),
        says('The header is 60px.'),
        says('Maximum width 400px.'),
      ].join(' '),
      async () => {
        const { page } = await spec.member('/about', { viewport: { width: 360, height: 500 } });
        const header = page.getByRole('banner');
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 500 });
          await page.evaluate(() => window.scrollTo(0, 400));
          expect((await header.boundingBox())?.y).toBe(0);
          expect((await header.boundingBox())?.height).toBe(60);
          const logo = await box(page, 'link', /home$/);
          expect(Math.abs(logo.x + logo.width / 2 - width / 2)).toBeLessThanOrEqual(1);
          const menu = await box(page, 'button', 'Menu');
          const bell = await box(page, 'button', /^Notifications/);
          expect(menu.x).toBeGreaterThan(logo.right);
          expect(menu.x).toBeGreaterThan(bell.x);
        }
        expect(await page.getByRole('link', { name: /home$/ }).first().getAttribute('href')).toBe('/');
        const menu = page.getByRole('button', { name: 'Menu', exact: true });
        await menu.click();
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
        expect(await page.locator('button[aria-label="Menu"]').getAttribute('aria-expanded')).toBe('true');
        // The drawer covers the header, so the button under it is clicked by script.
        await page
          .locator('header button[aria-label="Menu"]')
          .evaluate((button) => (button as HTMLElement).click());
        await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
        const bell = page.locator('header button[aria-label^="Notifications"]');
        await bell.click();
        await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
        expect((await box(page, 'dialog', 'Notifications')).width).toBe(400);
        await expect.poll(async () => (await box(page, 'dialog', 'Notifications')).right).toBe(1280);
        await page.setViewportSize({ width: 360, height: 740 });
        expect((await box(page, 'dialog', 'Notifications')).width).toBeLessThanOrEqual(360);
        await bell.evaluate((button) => (button as HTMLElement).click());
        await page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'detached' });

        const { page: visitor } = await spec.visitor('/about');
        await waitForHydration(visitor);
        expect(await visitor.getByRole('button', { name: /^Notifications/ }).count()).toBe(0);
      },
    );

    test(
      [
        says('Always: / (Home), /about (About Us), /contact (Contact).'),
        says('Visitors only: /register (Sign Up), /signin (Login), /forgot-password (Forgot Password).'),
        says(
          'Signed-in only: /cart (Cart), /account (My Account), /wallet (Wallet), /referral (Referral Program), and a Logout button that runs logout and closes the drawer.',
        ),
      ].join(' '),
      async () => {
        const always = ['/ (Home)', '/about (About Us)', '/contact (Contact)'];
        const { page: visitor } = await spec.visitor('/about');
        expect(await links(visitor)).toEqual([
          ...always,
          '/register (Sign Up)',
          '/signin (Login)',
          '/forgot-password (Forgot Password)',
        ]);
        const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
        expect(await drawerOf(visitor).getByRole('button', { name: 'Logout' }).count()).toBe(0);

        const { page, watch } = await spec.member('/about');
        // The sign-out may come while the live connection opens.
        watch.allow(/WebSocket is closed before the connection is established/);
        // The sign-out may come while the header's counts are being read.
        watch.allow(/401 \(Unauthorized\).*\/api\/(cart|notifications\/unread-count)$/);
        expect(await links(page)).toEqual([
          ...always,
          '/cart (Cart)',
          '/account (My Account)',
          '/wallet (Wallet)',
          '/referral (Referral Program)',
        ]);
        await drawerOf(page).getByRole('button', { name: 'Logout' }).click();
        await drawerOf(page).waitFor({ state: 'detached' });
        expect(await page.evaluate(() => [localStorage.token, localStorage.user])).toEqual([
          undefined,
          undefined,
        ]);
      },
    );
  });

  describe('Global', () => {
    test(
      says(
        "A top-right stack of purchase pop-ups: '{user} just joined groupbuy for {product}' with a relative time ('Just now', 'Nm ago', 'Nh ago', 'Nd ago') and a close button.",
      ),
      async () => {
        const { page } = await spec.arrive({ viewport: { width: 1280, height: 800 } });
        const greeted = new Promise<void>((resolve) => {
          page.on('websocket', (socket) =>
            socket.on('framereceived', ({ payload }) => {
              if (String(payload).includes('"hello"')) resolve();
            }),
          );
        });
        const watcher = await TestShopper.signUp(spec.shop.url);
        await page.addInitScript(
          ([token, user]) => {
            localStorage.setItem('token', token as string);
            localStorage.setItem('user', user as string);
          },
          [watcher.session.token, JSON.stringify(watcher.session.user)],
        );
        await openPagePath(page, '/about');
        await greeted;
        const buyer = await TestShopper.signUp(spec.shop.url, 'Tunde Bello');
        await adjustTestWallet(spec.shop, buyer.id, 50_000);
        const cart = await buyer.add(await findProductId(spec.shop, 'semovita-10kg'), 1);
        await page.clock.install();
        await buyer.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
        const popUp = page.getByRole('listitem').filter({ hasText: 'just joined groupbuy for' });
        await popUp.waitFor();
        expect((await popUp.locator('p').innerText()).replace(/\s+/g, ' ')).toBe(
          'Tunde B. just joined groupbuy for Semolina Flour (10 kg) Just now',
        );
        expect(await isTopRight(page, 'ul[aria-label="Recent purchases"]')).toBe(true);
        await popUp.getByRole('button', { name: 'Close' }).click();
        await page.clock.runFor(600);
        await popUp.waitFor({ state: 'detached' });
        const { formatTimeAgo: timeAgo } = await import('#contract/rules/time/time-ago.ts');
        const ago = (minutes: number) => timeAgo(0, minutes * 60_000);
        expect([0, 1, 59, 60, 1_439, 1_440, 4_320].map(ago)).toEqual([
          'Just now',
          '1m ago',
          '59m ago',
          '1h ago',
          '23h ago',
          '1d ago',
          '3d ago',
        ]);
      },
    );
  });
}
