import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { NotificationsReply } from '#contract/schemas/notification.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { locateVisibleButton, openPagePath, waitForHydration } from '../support/shopper-actions.ts';
import { type Column, poll, readCart } from './column.ts';
import type { Scene } from './scene.ts';

/** What a shopper does in the shop, except paying. */

export const cartColumn: Column = {
  name: 'Cart',
  method: 'POST',
  path: /^\/api\/cart\/add/,
  home: '/cart',
  async prepare(scene) {
    await openPagePath(scene.page, `/product/${scene.site.slug}`);
    await waitForHydration(scene.page);
  },
  async prepareTab(page) {
    await waitForHydration(page);
  },
  async act(_scene, page) {
    await locateVisibleButton(page, 'Add to cart').click();
  },
  async shown(page) {
    await page.locator('[aria-label="Cart, 1 item"]').waitFor({ state: 'attached' });
  },
  async expectOffline({ page }) {
    await page.getByText("Will be added when you're back online").first().waitFor();
    await page.getByText('1 change not sent yet').first().waitFor();
  },
  async expectServer(scene) {
    await expect
      .poll(async () => (await readCart(scene)).items.map((item) => item.quantity), poll)
      .toEqual([scene.taps]);
  },
  async expectScreen(scene) {
    await openPagePath(scene.page, '/cart');
    await scene.page.getByText('Items (1)').waitFor();
    await expect.poll(() => scene.page.getByText(/changes? waiting/).count(), poll).toBe(0);
    const quantity = scene.page.getByRole('group', { name: 'Quantity' }).locator('output');
    await expect.poll(() => quantity.allTextContents(), poll).toEqual([String(scene.taps)]);
  },
};

async function readNotifications(scene: Scene): Promise<NotificationsReply['data']['notifications']> {
  const reply = await scene.shopper.must<NotificationsReply>('GET', '/api/notifications');
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
  async prepare(scene) {
    await adjustTestWallet(scene.site.shop, scene.shopper.id, 100);
    await adjustTestWallet(scene.site.shop, scene.shopper.id, 100);
    await expect.poll(async () => (await readNotifications(scene)).length, poll).toBe(2);
    await openPagePath(scene.page, '/');
    await openPanel(scene.page);
  },
  async act(_scene, page) {
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
    await page.getByText('1 change not sent yet').first().waitFor();
  },
  async expectServer(scene) {
    await expect
      .poll(async () => (await readNotifications(scene)).filter(({ read }) => !read).length, poll)
      .toBe(1);
  },
  async expectScreen(scene) {
    await openPagePath(scene.page, '/');
    await expect
      .poll(() => scene.page.getByRole('button', { name: 'Notifications, 1 unread' }).count(), poll)
      .toBe(1);
  },
};

export const readsColumn: Column = {
  name: 'Reads',
  method: 'GET',
  path: /^\/api\/wallet/,
  home: '/wallet',
  async prepare(scene) {
    await openPagePath(scene.page, '/wallet');
    await scene.page.getByRole('heading', { name: 'Transaction History' }).waitFor();
    // The first answer must be on the disk before the connection breaks.
    await waitWithoutInteraction(scene.page, 3_000);
    await adjustTestWallet(scene.site.shop, scene.shopper.id, 4_321);
  },
  async act(_scene, page) {
    await page.goto('/wallet').catch(() => undefined);
    await page.getByRole('heading', { name: 'My Wallet' }).waitFor();
  },
  async expectOffline({ page }) {
    // The page shows the age of its data once this is a minute old.
    await page.clock.install({ time: Date.now() + 3 * 60_000 });
    await page.getByText(/^Updated \dm ago$/).waitFor();
    await page.getByText('₦0').first().waitFor();
    expect(await page.getByText('₦4,321').count()).toBe(0);
  },
  async expectServer(scene) {
    expect((await scene.shopper.must<Wallet>('GET', '/api/wallet')).balance).toBe(4_321);
  },
  async expectScreen(scene) {
    await expect.poll(() => scene.page.getByText('₦4,321').count(), poll).toBeGreaterThan(0);
  },
};

export const sessionColumn: Column = {
  name: 'Session',
  method: 'GET',
  path: /^\/api\/group\/my-groups/,
  home: '/account',
  async prepare(scene) {
    await openPagePath(scene.page, '/');
  },
  async act(_scene, page) {
    await page.goto('/account').catch(() => undefined);
  },
  async expectOffline({ page, shopper }) {
    await page.getByText(shopper.account.name).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  },
  async expectServer(scene) {
    await scene.shopper.must('GET', '/api/wallet');
  },
  async expectScreen(scene) {
    await openPagePath(scene.page, '/account');
    await scene.page.getByText(scene.shopper.account.name).first().waitFor();
    await scene.page.getByText('You have no group buys yet.').waitFor();
  },
};
