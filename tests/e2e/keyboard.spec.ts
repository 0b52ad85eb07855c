import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { UnreadCountReply } from '#contract/schemas/notification.ts';
import { ERROR_MESSAGE_VISIBLE_MS } from '../../src/lib/api/error-message.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { isWholeRun } from '../support/first-or-all.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import {
  expectFocusTrapped,
  pressTabUntilFocused,
  recordAnnouncements,
  waitForAlertMessage,
  waitForAnnouncement,
  waitForFocus,
  waitForOverlayClosed,
  waitForStatusMessage,
} from '../support/keys.ts';
import { disableSocketEvents, disableTimersOfDuration, disableToastTimeout } from '../support/screen-line.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { SHOPPER_RECOVERY_KEY, TestShopper } from '../support/shopper.ts';
import { openPagePath, openPageSignedIn, waitForHydration } from '../support/shopper-actions.ts';

const RICE = 'local-parboiled-rice-50kg';

const browser = registerBrowserForFile();
const here = registerShopForFile();

/** Finds the visible button or link of this name; phones and wide screens each have their own. */
function control(page: Page, role: 'button' | 'link', name: string | RegExp): Locator {
  return page.getByRole(role, { name }).locator('visible=true');
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await pressTabUntilFocused(page, target);
  await page.keyboard.press(key);
}

/** Waits for a new page and the focus on its content. Keys pressed before would go to the old page. */
async function arriveAt(page: Page, address: RegExp): Promise<void> {
  await page.waitForURL(address);
  await waitForFocus(page, page.getByRole('main'));
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await pressTabUntilFocused(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

describe('by keys only', () => {
  it('a whole purchase, from home over the card page to the account', async () => {
    const shopper = await TestShopper.signUp(here.shop.url);
    await adjustTestWallet(here.shop, shopper.id, 5_000);
    // The toast of the credit would stay and cover what the keys walk through, so it is waited for first.
    await noticed(shopper, 1);
    const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
    // Messages that disappear after some seconds are kept, or a slow machine would look too late.
    await disableTimersOfDuration(page, ERROR_MESSAGE_VISIBLE_MS);
    await disableToastTimeout(page);
    await recordAnnouncements(page);
    // The notification of the payment would replace the page's own message if it came first.
    await disableSocketEvents(page);
    await openPageSignedIn(page, shopper);
    await openPagePath(page, '/');
    await waitForHydration(page);

    await press(page, page.getByRole('link', { name: 'Skip to content' }));
    await waitForFocus(page, page.getByRole('main'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await press(page, page.locator(`main a[href="/product/${RICE}"]`));
    await arriveAt(page, /\/product\//);
    await waitForAnnouncement(page, 'Local Parboiled Rice (50 kg)');

    await addWithoutUnit(page);
    await page.keyboard.press('ArrowDown');
    await press(page, control(page, 'button', 'Increase quantity'), 'Space');
    await waitForStatusMessage(page, /^2$/);
    await pressTabUntilFocused(page, control(page, 'button', 'Decrease quantity'), 'Shift+Tab');
    await page.keyboard.press('Space');
    // The minus button is disabled at 1, so the focus moves within the stepper.
    await waitForFocus(page, control(page, 'button', 'Increase quantity'));
    await addAndGoToCart(page);

    await waitForAnnouncement(page, 'Cart');
    await page.getByRole('radio', { name: /^Wallet \+ card/, disabled: false }).waitFor();
    await pressTabUntilFocused(page, page.getByRole('radio', { name: /^Card only/ }));
    await page.keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: /^Wallet \+ card/, checked: true }).waitFor();
    await press(page, control(page, 'link', 'Checkout'));
    await arriveAt(page, /\/checkout$/);
    await waitForAnnouncement(page, 'Checkout');

    await payAtCheckout(page);
    await press(page, page.getByRole('button', { name: 'Pay now (success)' }));
    await page.waitForURL(/\/account$/);
    await waitForStatusMessage(page, /^Payment successful! Wallet ₦/);
  });

  /** Waits until a shopper has this many notifications; they are written a moment after the event. */
  async function noticed(shopper: TestShopper, count: number): Promise<void> {
    await expect
      .poll(async () => {
        const { data } = await shopper.must<UnreadCountReply>('GET', '/api/notifications/unread-count');
        return data.unreadCount;
      })
      .toBe(count);
  }

  /** Adds to the cart before a unit is chosen: an error is announced, and the focus moves to the choice. */
  async function addWithoutUnit(page: Page): Promise<void> {
    await press(page, control(page, 'button', 'Add to cart'));
    await waitForFocus(page, page.getByLabel('Selling unit'));
    await waitForAlertMessage(page, 'Please select a selling unit');
  }

  /** The dialog takes the focus, keeps it, and returns it on Escape; the second time its link leads to the cart. */
  async function addAndGoToCart(page: Page): Promise<void> {
    const button = control(page, 'button', 'Add to cart');
    const dialog = page.getByRole('dialog', { name: 'Added to cart, hurry and checkout your product.' });
    await press(page, button);
    await waitForFocus(page, dialog.getByRole('link', { name: 'Go to Cart' }));
    await expectFocusTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await waitForOverlayClosed(page, dialog);
    await waitForFocus(page, button);
    await page.keyboard.press('Enter');
    await waitForFocus(page, dialog.getByRole('link', { name: 'Go to Cart' }));
    await page.keyboard.press('Enter');
    await arriveAt(page, /\/cart$/);
    await page.getByText('Items (1)').waitFor();
  }

  /** Paying with empty fields moves the focus to the first of them, which says what is wrong. */
  async function payAtCheckout(page: Page): Promise<void> {
    const city = page.getByLabel('City', { exact: true });
    await press(page, control(page, 'button', /^Pay ₦/));
    await waitForFocus(page, city);
    await waitForAlertMessage(page, /city/i);
    const noteId = (await city.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${noteId}"]`).innerText()).toMatch(/city/i);
    await page.keyboard.type('Surulere');
    await typeInto(page, 'Street', '12 Adeniran Ogunsanya Street');
    await press(page, control(page, 'button', /^Pay ₦/));
    await page.waitForURL(/\/v3\/hosted\/pay\//);
  }

  if (isWholeRun) {
    it('recovery: ask for a reset, verify the key, set a new password, sign in with it', async () => {
      const shopper = await TestShopper.signUp(here.shop.url);
      const { page, watch } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      watch.allow(/ 400 .*verify-recovery-key/);
      await recordAnnouncements(page);
      await openPagePath(page, '/signin');
      await waitForHydration(page);
      await press(page, control(page, 'link', 'Forgot your password?'));
      await arriveAt(page, /\/forgot-password$/);
      await waitForAnnouncement(page, 'Forgot password');

      await press(page, control(page, 'button', 'Request a key reset'));
      await waitForAnnouncement(page, 'Request a key reset');
      await waitForFocus(page, page.getByRole('main'));
      await typeInto(page, 'Email', shopper.account.email);
      await press(page, control(page, 'button', 'Send request'));
      await waitForAlertMessage(page, 'Please fill in all fields');
      await waitForFocus(page, page.getByLabel('WhatsApp number', { exact: true }));
      await page.keyboard.type(shopper.account.phone.slice('+234'.length));
      await typeInto(page, 'Reason', 'I lost the paper with the key.');
      await press(page, control(page, 'button', 'Send request'));
      await arriveAt(page, /\/signin$/);
      await waitForStatusMessage(page, /request/i);

      await press(page, control(page, 'link', 'Forgot your password?'));
      await arriveAt(page, /\/forgot-password$/);
      await typeInto(page, 'Email', shopper.account.email);
      await typeInto(page, 'Secret recovery key', 'not the right key');
      await page.keyboard.press('Enter');
      await waitForAlertMessage(page, /\S/);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(SHOPPER_RECOVERY_KEY);
      await page.keyboard.press('Enter');
      await waitForAnnouncement(page, 'Step 2 of 2: New password');
      await waitForFocus(page, page.getByRole('main'));

      await typeInto(page, 'New password', 'a new market day');
      await typeInto(page, 'Confirm new password', 'another market day');
      await press(page, control(page, 'button', 'Reset password'));
      await waitForAlertMessage(page, 'Passwords do not match');
      await pressTabUntilFocused(page, page.getByLabel('Confirm new password', { exact: true }), 'Shift+Tab');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('a new market day');
      await page.keyboard.press('Enter');
      await arriveAt(page, /\/signin$/);
      await waitForStatusMessage(page, 'Password reset successfully! Please log in with your new password.');

      await typeInto(page, 'Email', shopper.account.email);
      await typeInto(page, 'Password', 'a new market day');
      await press(page, control(page, 'button', /^Show password/), 'Space');
      await press(page, control(page, 'button', 'Sign in'));
      await page.waitForURL(`${here.shop.url}/`);
    });

    it('the notifications: open, search, chips, mark read, delete, clear, close', async () => {
      const shopper = await TestShopper.signUp(here.shop.url);
      const riceId = await findProductId(here.shop, RICE);
      await adjustTestWallet(here.shop, shopper.id, 20_000);
      const cart = await shopper.add(riceId, 1, 'share-10kg');
      await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
      // Three notifications: the credit, the money that left the wallet, and the payment.
      await noticed(shopper, 3);
      const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      await openPageSignedIn(page, shopper);
      await openPagePath(page, '/about');
      await waitForHydration(page);

      const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ });
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      const items = panel.getByRole('listitem');
      await bell.waitFor();
      await press(page, bell);
      await items.first().waitFor();
      const count = await items.count();
      expect(count).toBe(3);
      await expectFocusTrapped(page, panel);

      await pressTabUntilFocused(page, panel.getByRole('searchbox', { name: 'Search notifications' }));
      await page.keyboard.type('tractor');
      await waitForStatusMessage(page, 'Try adjusting your search or filters');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('Delete');
      const chip = (name: string) => panel.getByRole('button', { name, exact: true });
      await press(page, chip('Referral'), 'Space');
      await panel.getByRole('button', { name: 'Referral', pressed: true }).waitFor();
      await waitForStatusMessage(page, 'No notifications found');
      await pressTabUntilFocused(page, chip('All'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => items.count()).toBe(count);

      await press(page, panel.getByRole('button', { name: /^Mark Read: / }).first());
      // The button disappears when the notification is marked; the focus stays in the notification.
      await waitForFocus(page, items.first().getByRole('button', { name: /^Delete: / }));
      await page.keyboard.press('Enter');
      await expect.poll(() => items.count()).toBe(count - 1);
      await waitForFocus(page, items.first().getByRole('button', { name: /^Delete: / }));
      await pressTabUntilFocused(page, panel.getByRole('button', { name: 'Mark All Read' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await panel.getByRole('heading', { name: 'Notifications (0 unread)' }).waitFor();
      await waitForFocus(page, panel.getByRole('button', { name: 'Clear All' }));
      await page.keyboard.press('Enter');
      await waitForStatusMessage(page, "You're all caught up!");
      await waitForFocus(page, panel);

      await page.keyboard.press('Escape');
      await waitForOverlayClosed(page, panel);
      const emptyBell = page.getByRole('button', { name: 'Notifications', exact: true });
      await waitForFocus(page, emptyBell);
      await page.keyboard.press('Enter');
      await press(page, panel.getByRole('button', { name: 'Close', exact: true }), 'Space');
      await waitForOverlayClosed(page, panel);
      await waitForFocus(page, emptyBell);
    });
  }
});
