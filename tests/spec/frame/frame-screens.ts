import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adjustTestWallet } from '../../support/give-money.ts';
import { disableToastTimeout } from '../../support/screen-line.ts';
import { findProductId } from '../../support/shop-facts.ts';
import { TestShopper } from '../../support/shopper.ts';
import { openPagePath, openPageSignedIn, waitForHydration } from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

/** Tests what surrounds every screen: header, drawer, panel, toasts and pop-ups. */
export function frameScreens(spec: SpecFileShop): void {
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    return page.getByRole('dialog', { name: 'Menu' });
  };
  const links = async (page: Page) => {
    const menu = (await openMenu(page)).getByRole('navigation');
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
  const addNotifications = (shopper: TestShopper, count: number) =>
    spec.database.query(
      `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
       SELECT $1, 'test:' || n || ':' || random(), 'info', 'system', 'Notice ' || n, 'Words'
       FROM generate_series(1, $2::int) n`,
      [shopper.session.user.id, count],
    );

  describe('Header and side drawer', () => {
    test(
      says(
        'Header: a fixed 60px bar, a centred logo linking to /, a menu button on the right toggling the drawer, and a notification bell (signed in only) toggling the notification centre.',
      ),
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
        await bell.evaluate((button) => (button as HTMLElement).click());
        await page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'detached' });

        const { page: visitor } = await spec.visitor('/about');
        await waitForHydration(visitor);
        expect(await visitor.getByRole('button', { name: /^Notifications/ }).count()).toBe(0);
      },
    );

    test(says("The badge shows the unread count, shows '99+' above 99 and is hidden at 0."), async () => {
      const shopper = await TestShopper.signUp(spec.shop.url);
      const badge = async (more: number) => {
        await addNotifications(shopper, more);
        const { page } = await spec.member('/about', { as: shopper });
        return page.locator('header button[aria-label^="Notifications"]');
      };
      const none = await badge(0);
      await none
        .page()
        .waitForFunction(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/unread-count')),
        );
      await none.page().waitForLoadState('networkidle');
      expect(await none.innerText()).toBe('');
      const some = await badge(7);
      await expect.poll(() => some.innerText()).toBe('7');
      const many = await badge(92);
      await expect.poll(() => many.innerText()).toBe('99');
      const more = await badge(1);
      await expect.poll(() => more.innerText()).toBe('99+');
    });

    const always = ['/ (Home)', '/about (About Us)', '/contact (Contact)'];

    test(says('Always: / (Home), /about (About Us), /contact (Contact).'), async () => {
      for (const { page } of [await spec.visitor('/about'), await spec.member('/about')]) {
        expect((await links(page)).slice(0, 3)).toEqual(always);
      }
    });

    test(
      says('Visitors only: /register (Sign Up), /signin (Login), /forgot-password (Forgot Password).'),
      async () => {
        const visitors = ['/register (Sign Up)', '/signin (Login)', '/forgot-password (Forgot Password)'];
        const { page } = await spec.visitor('/about');
        expect((await links(page)).slice(3)).toEqual(visitors);
        const { page: member } = await spec.member('/about');
        const ofMember = await links(member);
        expect(ofMember).toEqual(expect.arrayContaining(always));
        for (const link of visitors) expect(ofMember).not.toContain(link);
      },
    );

    test(
      says(
        'Signed-in only: /cart (Cart), /account (My Account), /wallet (Wallet), /referral (Referral Program), and a Logout button that runs logout and closes the drawer.',
      ),
      async () => {
        const { page, watch } = await spec.member('/about');
        // The sign-out may come while the live connection opens.
        watch.allow(/WebSocket is closed before the connection is established/);
        // The sign-out may come while the header's counts are being read.
        watch.allow(/401 \(Unauthorized\).*\/api\/(cart|notifications\/unread-count)$/);
        expect((await links(page)).slice(3)).toEqual([
          '/cart (Cart)',
          '/account (My Account)',
          '/wallet (Wallet)',
          '/referral (Referral Program)',
        ]);
        const drawer = page.getByRole('dialog', { name: 'Menu' });
        await drawer.getByRole('button', { name: 'Logout' }).click();
        await drawer.waitFor({ state: 'detached' });
        expect(await page.evaluate(() => [localStorage.token, localStorage.user])).toEqual([
          undefined,
          undefined,
        ]);
        const { page: visitor } = await spec.visitor('/about');
        const menu = await openMenu(visitor);
        await menu.getByRole('link', { name: 'Login' }).waitFor();
        expect(await menu.getByRole('button', { name: 'Logout' }).count()).toBe(0);
        expect(await menu.getByRole('link', { name: 'Cart' }).count()).toBe(0);
      },
    );

    test(says('Maximum width 400px.'), async () => {
      const { page } = await spec.member('/about', { viewport: { width: 1280, height: 800 } });
      await page.getByRole('button', { name: /^Notifications/ }).click();
      const panel = await box(page, 'dialog', 'Notifications');
      expect(panel.width).toBe(400);
      await expect.poll(async () => (await box(page, 'dialog', 'Notifications')).right).toBe(1280);
      await page.setViewportSize({ width: 360, height: 740 });
      expect((await box(page, 'dialog', 'Notifications')).width).toBeLessThanOrEqual(360);
    });
  });

  describe('Global', () => {
    /** Tells whether an element is below the header, at the right edge and in the upper half. */
    const isTopRight = async (page: Page, selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      if (!found) return false;
      return found.x + found.width > width - 40 && found.x > width / 2 && found.y < height / 3;
    };

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

    test(says('Toasts are placed top-right.'), async () => {
      const shopper = await TestShopper.signUp(spec.shop.url);
      await shopper.add(await findProductId(spec.shop, 'semovita-10kg'), 1);
      await adjustTestWallet(spec.shop, shopper.id, 500);
      const { page } = await spec.arrive({ viewport: { width: 1280, height: 800 } });
      await openPageSignedIn(page, shopper);
      await disableToastTimeout(page);
      await openPagePath(page, '/cart');
      await page.getByLabel('Amount from wallet').fill('600');
      await page
        .getByText('You can only use up to ₦500 from your wallet.', { exact: false })
        .first()
        .waitFor();
      await expect.poll(() => isTopRight(page, '.Toastify__toast')).toBe(true);
    });
  });
}
