import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { NotificationsReply } from '#contract/schemas/notification.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { giveMoney } from '../support/give-money.ts';
import { quietFor } from '../support/quiet-for.ts';
import { openPath, takenOver, visibleButton } from '../support/shopper-actions.ts';
import { type Column, poll, readCart } from './column.ts';
import type { Stage } from './stage.ts';

/** What a shopper does in the shop, paying apart. */

export const cartColumn: Column = {
  name: 'Cart',
  method: 'POST',
  path: /^\/api\/cart\/add/,
  home: '/cart',
  async prepare(stage) {
    await openPath(stage.page, `/product/${stage.site.slug}`);
    await takenOver(stage.page);
  },
  async prepareTab(page) {
    await takenOver(page);
  },
  async act(_stage, page) {
    await visibleButton(page, 'Add to cart').click();
  },
  async shown(page) {
    await page.locator('[aria-label="Cart, 1 item"]').waitFor({ state: 'attached' });
  },
  async expectOffline({ page }) {
    await page.getByText("Will be added when you're back online").first().waitFor();
    await page.getByText('1 change waiting').waitFor();
  },
  async expectServer(stage) {
    await expect
      .poll(async () => (await readCart(stage)).items.map((item) => item.quantity), poll)
      .toEqual([stage.taps]);
  },
  async expectScreen(stage) {
    await openPath(stage.page, '/cart');
    await stage.page.getByText('Items (1)').waitFor();
    await expect.poll(() => stage.page.getByText(/changes? waiting/).count(), poll).toBe(0);
    const quantity = stage.page.getByRole('group', { name: 'Quantity' }).locator('output');
    await expect.poll(() => quantity.allTextContents(), poll).toEqual([String(stage.taps)]);
  },
};

async function readNotifications(stage: Stage): Promise<NotificationsReply['data']['notifications']> {
  const reply = await stage.shopper.must<NotificationsReply>('GET', '/api/notifications');
  return reply.data.notifications;
}

async function openPanel(page: Page): Promise<void> {
  if ((await page.getByRole('button', { name: /^Mark Read/ }).count()) > 0) return;
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText('Wallet credited ₦100 - Goodwill').first().waitFor();
}

export const notifColumn: Column = {
  name: 'Notif',
  method: 'PATCH',
  path: /^\/api\/notifications\/[^/]+\/read/,
  home: '/',
  async prepare(stage) {
    await giveMoney(stage.site.shop, stage.shopper.id, 100);
    await giveMoney(stage.site.shop, stage.shopper.id, 100);
    await expect.poll(async () => (await readNotifications(stage)).length, poll).toBe(2);
    await openPath(stage.page, '/');
    await openPanel(stage.page);
  },
  async act(_stage, page) {
    await openPanel(page);
    await page
      .getByRole('button', { name: /^Mark Read/ })
      .first()
      .click();
  },
  async shown(page) {
    await page.locator('[aria-label="Notifications, 1 unread"]').waitFor({ state: 'attached' });
  },
  async expectOffline({ page }) {
    await page.locator('[aria-label="Notifications, 1 unread"]').waitFor({ state: 'attached' });
    await page.getByText('1 change waiting').waitFor();
  },
  async expectServer(stage) {
    await expect
      .poll(async () => (await readNotifications(stage)).filter(({ read }) => !read).length, poll)
      .toBe(1);
  },
  async expectScreen(stage) {
    await openPath(stage.page, '/');
    await expect
      .poll(() => stage.page.getByRole('button', { name: 'Notifications, 1 unread' }).count(), poll)
      .toBe(1);
  },
};

export const readsColumn: Column = {
  name: 'Reads',
  method: 'GET',
  path: /^\/api\/wallet/,
  home: '/wallet',
  async prepare(stage) {
    await openPath(stage.page, '/wallet');
    await stage.page.getByRole('heading', { name: 'Transaction History' }).waitFor();
    // The first answer has to lie on the disk before the line breaks.
    await quietFor(stage.page, 3_000);
    await giveMoney(stage.site.shop, stage.shopper.id, 4_321);
  },
  async act(_stage, page) {
    await page.goto('/wallet').catch(() => undefined);
    await page.getByRole('heading', { name: 'My Wallet' }).waitFor();
  },
  async expectOffline({ page }) {
    // The words begin when the data is a minute old.
    await page.clock.install({ time: Date.now() + 3 * 60_000 });
    await page.getByText(/^Updated \dm ago$/).waitFor();
    await page.getByText('₦0').first().waitFor();
    expect(await page.getByText('₦4,321').count()).toBe(0);
  },
  async expectServer(stage) {
    expect((await stage.shopper.must<Wallet>('GET', '/api/wallet')).balance).toBe(4_321);
  },
  async expectScreen(stage) {
    await expect.poll(() => stage.page.getByText('₦4,321').count(), poll).toBeGreaterThan(0);
  },
};

export const sessionColumn: Column = {
  name: 'Session',
  method: 'GET',
  path: /^\/api\/group\/my-groups/,
  home: '/account',
  async prepare(stage) {
    await openPath(stage.page, '/');
  },
  async act(_stage, page) {
    await page.goto('/account').catch(() => undefined);
  },
  async expectOffline({ page, shopper }) {
    await page.getByText(shopper.account.name).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  },
  async expectServer(stage) {
    await stage.shopper.must('GET', '/api/wallet');
  },
  async expectScreen(stage) {
    await openPath(stage.page, '/account');
    await stage.page.getByText(stage.shopper.account.name).first().waitFor();
    await stage.page.getByText('You have no group buys yet.').waitFor();
  },
};
