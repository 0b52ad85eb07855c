import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { NotificationsReply } from '#contract/schemas/notification.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { waitWithoutInteraction } from '../../support/quiet-for.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { locateVisibleButton, openPagePath } from '../../support/shopper-actions.ts';
import { STILL_RUNNING } from '../fault-row.ts';
import { expectInvariants } from '../invariants.ts';
import type { Scene } from '../scene.ts';
import { type Books, expectPaid, lookAfterPayment, pay } from './random-payment.ts';

/** One random run: its steps in order, and what must be true at rest. */

const STEPS = [
  'add',
  'add',
  'increase',
  'increase',
  'remove',
  'read-notice',
  'line-down',
  'line-up',
  'lose-answer',
  'cut-request',
  'busy-server',
  'broken-server',
  'reload',
  'kill',
  'spoil-token',
  'second-tab',
  'pay-by-wallet',
  'pay-and-leave',
  'pay-by-card',
] as const;
export type Step = (typeof STEPS)[number];

/**
 * Statuses of a spoiled token, of a busy and of a broken server, and of steps that meet what was paid, changed or
 * removed meanwhile.
 */
const STATUSES = [401, 429, 500, STILL_RUNNING, 400, 404, 409];

const GOODWILL = /Wallet credited .* - Goodwill/;
const GOODWILL_NOTICES = 2;

const ON_THE_CART: readonly Step[] = ['add', 'increase', 'remove', 'read-notice'];

const STEPS_PER_RUN = 10;
const WRITES = /^\/api\/(cart\/(add|update|remove)|notifications\/|payment\/(initialize|attempts))/;
const QUIET = { timeout: 60_000, interval: 300 };

export function planRun(seed: number): Step[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: STEPS_PER_RUN }, () => STEPS[Math.floor(random() * STEPS.length)] as Step);
}

/** Enough money for some orders, but not for all that a run may try. */
const WALLET_NAIRA = 100_000;

/** What the shopper has done and the phone has confirmed. */
interface Intent extends Books {
  /** How many of the first two notifications were marked as read. Payments add more of them. */
  reads: number;
}

export async function playRun(scene: Scene, plan: readonly Step[]): Promise<void> {
  await adjustTestWallet(scene.site.shop, scene.shopper.id, 100);
  await adjustTestWallet(scene.site.shop, scene.shopper.id, WALLET_NAIRA);
  // Every page that the steps need is opened once, because the first visit needs a connection.
  for (const path of [`/product/${scene.site.slug}`, '/cart', '/checkout', '/']) {
    await openPagePath(scene.page, path);
    await waitWithoutInteraction(scene.page, 1_200);
  }
  await scene.page.getByRole('button', { name: /^Notifications/ }).click();
  await scene.page
    .getByRole('button', { name: /^Mark Read/ })
    .first()
    .waitFor();
  await waitWithoutInteraction(scene.page, 2_500);
  const intent: Intent = {
    quantity: 0,
    reads: 0,
    orders: 0,
    walletNaira: 100 + WALLET_NAIRA,
    isLineDown: false,
    open: null,
  };
  for (const step of plan) await play(scene, step, intent);
  scene.proxy.heal();
  intent.isLineDown = false;
  await lookAfterPayment(scene, intent);
  await expectTruth(scene, intent);
  await expectInvariants(scene, STATUSES);
}

async function play(scene: Scene, step: Step, intent: Intent): Promise<void> {
  const { proxy, page } = scene;
  // A shopper does not change a cart that may have been bought, so the payment is followed up first.
  if (ON_THE_CART.includes(step) && !(await lookAfterPayment(scene, intent))) return;
  switch (step) {
    case 'add': {
      await scene.open(`/product/${scene.site.slug}`);
      await locateVisibleButton(page, 'Add to cart').click();
      intent.quantity += 1;
      await page
        // The message of a busy or broken server comes at once; the change is kept and repeated nevertheless.
        .getByText(/Added to cart, hurry|Will be added when|Too many requests|Something went wrong/)
        .first()
        .waitFor({ timeout: 25_000 });
      return;
    }
    case 'increase':
    case 'remove': {
      if (intent.quantity === 0) return await scene.open('/cart');
      await openCart(scene, intent);
      const name = step === 'increase' ? 'Increase quantity' : /^Remove /;
      await page.getByRole('button', { name }).first().click();
      intent.quantity = step === 'increase' ? intent.quantity + 1 : 0;
      // A change that was shown must not be undone from here on.
      if (intent.quantity === 0) await page.getByText('Your cart is empty').first().waitFor();
      else
        await quantityOf(page)
          .filter({ hasText: new RegExp(`^${intent.quantity}$`) })
          .waitFor();
      return;
    }
    case 'read-notice': {
      await scene.open('/');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      const items = page.getByRole('listitem').filter({ hasText: GOODWILL });
      const unread = items.getByRole('button', { name: /^Mark Read/ });
      await expect.poll(() => items.count(), QUIET).toBe(GOODWILL_NOTICES);
      if (intent.reads === GOODWILL_NOTICES) return;
      await unread.first().click();
      intent.reads += 1;
      await expect.poll(() => unread.count(), QUIET).toBe(GOODWILL_NOTICES - intent.reads);
      return;
    }
    case 'pay-by-wallet':
    case 'pay-and-leave':
      return await pay(scene, intent, 'wallet', step === 'pay-by-wallet');
    case 'pay-by-card':
      return await pay(scene, intent, 'card', true);
    case 'line-down':
    case 'line-up':
      intent.isLineDown = step === 'line-down';
      proxy.setDown(intent.isLineDown);
      return;
    case 'lose-answer':
      // The second fault is for Chromium's own repetition, of which the app never learns.
      proxy.inject('reset-before-response', { path: WRITES, times: 2 });
      return;
    case 'cut-request':
      proxy.inject('drop', { path: WRITES, times: 1 });
      return;
    case 'busy-server':
      proxy.inject('answer-429', { path: WRITES, times: 1 });
      return;
    case 'broken-server':
      proxy.inject('answer-500', { path: WRITES, times: 1 });
      return;
    case 'reload':
      await page.reload();
      await page.getByRole('main').waitFor();
      return;
    case 'kill':
      await scene.killAndRelaunch('/');
      return;
    case 'spoil-token':
      await scene.spoilToken();
      return;
    case 'second-tab': {
      const second = await scene.phone.context.newPage();
      await second.goto('/cart');
      await second.getByRole('main').waitFor();
      await waitWithoutInteraction(second, 500);
      await second.close();
    }
  }
}

async function expectTruth(scene: Scene, intent: Intent): Promise<void> {
  const { shopper, page } = scene;
  await scene.open('/');
  await expectPaid(scene, intent);
  const wanted = intent.quantity === 0 ? [] : [intent.quantity];
  await expect
    .poll(async () => {
      const { body } = await shopper.call<Cart>('GET', '/api/cart');
      return body.items.map((item) => item.quantity);
    }, QUIET)
    .toEqual(wanted);
  const readNotifications = async () =>
    (await shopper.must<NotificationsReply>('GET', '/api/notifications')).data.notifications;
  await expect
    .poll(async () => (await readNotifications()).filter(({ read }) => read).length, QUIET)
    .toBe(intent.reads);
  await expect.poll(() => page.getByText(/changes? waiting/).count(), QUIET).toBe(0);
  await openCart(scene, intent);
  if (intent.quantity > 0) {
    await quantityOf(page)
      .filter({ hasText: new RegExp(`^${intent.quantity}$`) })
      .waitFor();
  }
  const unread = (await readNotifications()).length - intent.reads;
  // The phone also makes its own notifications of payments, which the shop does not count.
  const bell = intent.orders === 0 ? bellOf(unread) : /^Notifications/;
  await page.getByRole('button', { name: bell, exact: true }).waitFor();
}

/**
 * Opens the cart and waits for its lines. A kill may undo the phone's record that it told of a success; it then tells
 * once more and leads from the cart to the account.
 */
async function openCart(scene: Scene, { quantity }: Intent): Promise<void> {
  const { page } = scene;
  const lines = page.getByText(quantity === 0 ? 'Your cart is empty' : 'Items (1)').first();
  await scene.open('/cart');
  await expect
    .poll(async () => {
      if (page.url().endsWith('/account')) await scene.open('/cart');
      return await lines.isVisible();
    }, QUIET)
    .toBe(true);
}

function quantityOf(page: Page) {
  return page.getByRole('group', { name: 'Quantity' }).locator('output');
}

function bellOf(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
}
