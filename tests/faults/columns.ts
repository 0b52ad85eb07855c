import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { NotificationsReply } from '#contract/schemas/notification.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { pressAtCardPage } from '../support/card-page.ts';
import { giveMoney } from '../support/group-shop.ts';
import { openPath, visibleButton } from '../support/shopper-actions.ts';
import type { Stage } from './stage.ts';

/** One column of the matrix: something a shopper does, the request it makes, and the truth afterwards. */
export interface Column {
  name: string;
  method: string;
  /** The request that the faults befall. */
  path: RegExp;
  /** Where the shopper finds it again after a kill. */
  home: string;
  prepare(stage: Stage): Promise<void>;
  /** The shopper's tap. Ends when it is done, not when it is answered. */
  act(stage: Stage, page: Page): Promise<void>;
  /** What a shopper would do on the page that is open, to get on. Called until `expectDone` holds. */
  goOn?(stage: Stage): Promise<void>;
  /** The server has the effect exactly once. Throws otherwise. */
  expectServer(stage: Stage): Promise<void>;
  /** The screen says what the server knows. Throws otherwise. */
  expectScreen(stage: Stage): Promise<void>;
}

/** How long the phone may need to come to rest after the fault is over. */
export const QUIET_MS = 45_000;

const poll = { timeout: QUIET_MS, interval: 250 };

async function readCart(stage: Stage): Promise<Cart> {
  return (await stage.shopper.call<Cart>('GET', '/api/cart')).body;
}

async function countOrders(stage: Stage): Promise<number> {
  const rows = await stage.theatre.database.query<{ orders: number }>(
    'SELECT count(*)::int AS orders FROM orders WHERE user_id = $1',
    [stage.shopper.session.user.id],
  );
  return rows[0]?.orders ?? 0;
}

export const cartColumn: Column = {
  name: 'Cart',
  method: 'POST',
  path: /^\/api\/cart\/add/,
  home: '/cart',
  async prepare(stage) {
    await openPath(stage.page, `/product/${stage.theatre.slug}`);
    await visibleButton(stage.page, 'Add to cart').waitFor();
  },
  async act(_stage, page) {
    await visibleButton(page, 'Add to cart').click();
  },
  async expectServer(stage) {
    await expect
      .poll(async () => (await readCart(stage)).items.map((item) => item.quantity), poll)
      .toEqual([1]);
  },
  async expectScreen(stage) {
    await openPath(stage.page, '/cart');
    await stage.page.getByText('Items (1)').waitFor();
    await expect.poll(() => stage.page.getByText(/changes? waiting/).count(), poll).toBe(0);
    expect(
      await stage.page
        .getByLabel('Quantity')
        .first()
        .inputValue()
        .catch(() => '1'),
    ).toBe('1');
  },
};

const PRICE_NAIRA = 13_800;

/** Taps whatever a shopper would tap on the way to a paid order. */
async function payOn(stage: Stage): Promise<void> {
  const { page } = stage;
  const seen = async (locator: ReturnType<Page['locator']>) => (await locator.count()) > 0;
  if (await seen(page.getByRole('dialog').getByText('Payment successful!'))) return;
  const check = page.getByRole('button', { name: 'Check', exact: true });
  if (await seen(check)) {
    await check.click({ timeout: 2_000 }).catch(() => undefined);
    return;
  }
  if (!page.url().endsWith('/checkout')) {
    if ((await readCart(stage)).items.length > 0) await openPath(page, '/checkout').catch(() => undefined);
    return;
  }
  const pay = page.getByRole('button', { name: /^Pay ₦/ }).locator('visible=true');
  if ((await seen(pay)) && (await pay.first().isEnabled())) {
    const walletOnly = page.getByRole('radio', { name: /^Wallet only/ });
    if (!(await walletOnly.isChecked())) await walletOnly.check({ timeout: 2_000 }).catch(() => undefined);
    const city = page.getByLabel('City', { exact: true });
    if ((await city.inputValue()) === '') {
      await city.fill('Surulere');
      await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
    }
    await pay
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
}

export const payInitColumn: Column = {
  name: 'Pay-init',
  method: 'POST',
  path: /^\/api\/payment\/initialize/,
  home: '/checkout',
  async prepare(stage) {
    await giveMoney(stage.theatre.shop, stage.shopper, PRICE_NAIRA + 200);
    await stage.shopper.add(stage.theatre.productId);
    await openPath(stage.page, '/checkout');
    await stage.page.getByRole('radio', { name: /^Wallet only/ }).check();
    await stage.page.getByLabel('City', { exact: true }).fill('Surulere');
    await stage.page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
    await visibleButton(stage.page, /^Pay ₦13,800/).waitFor();
    // The typed address is kept 500 ms after the last key.
    await stage.page.waitForTimeout(700);
  },
  async act(_stage, page) {
    await visibleButton(page, /^Pay ₦/).click();
  },
  goOn: payOn,
  async expectServer(stage) {
    await expect.poll(() => countOrders(stage), poll).toBe(1);
    const { balance } = await stage.shopper.must<Wallet>('GET', '/api/wallet');
    expect(balance).toBe(200);
  },
  async expectScreen(stage) {
    const { page } = stage;
    const dialog = page.getByRole('dialog');
    await expect
      .poll(async () => (await dialog.count()) > 0 || page.url().endsWith('/account'), poll)
      .toBe(true);
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'View My Account' }).click();
    await openPath(page, '/wallet');
    await page.getByText('₦200').first().waitFor();
    await openPath(page, '/cart');
    await page.getByText('Your cart is empty').first().waitFor();
  },
};

const references = new WeakMap<Stage, string>();

export const payReturnColumn: Column = {
  name: 'Pay-return',
  method: 'GET',
  path: /^\/api\/payment\/status\//,
  home: '/cart',
  async prepare(stage) {
    await stage.shopper.add(stage.theatre.productId);
    await openPath(stage.page, '/checkout');
    await stage.page.getByRole('radio', { name: /^Card only/ }).check();
    await stage.page.getByLabel('City', { exact: true }).fill('Surulere');
    await stage.page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
    await visibleButton(stage.page, /^Pay ₦/).click();
    await stage.page.waitForURL(/\/v3\/hosted\/pay\//);
    const info = await stage.page.evaluate(() => localStorage.getItem('paymentInfo') ?? '{}');
    references.set(stage, (JSON.parse(info) as { reference: string }).reference);
    // Paid at the card page by another hand: the browser's way back is what is tested.
    await pressAtCardPage(stage.page.url().replace(stage.proxy.url, stage.theatre.shop.url), 'success');
  },
  async act(stage, page) {
    const reference = references.get(stage) ?? '';
    await page.goto(`/cart?returned=true&success=true&reference=${reference}`).catch(() => undefined);
  },
  async expectServer(stage) {
    await expect.poll(() => countOrders(stage), poll).toBe(1);
  },
  async expectScreen(stage) {
    const { page } = stage;
    // Whoever was told of the success on another page stays on the cart, which is empty.
    await expect
      .poll(
        async () =>
          page.url().endsWith('/account') || (await page.getByText('Your cart is empty').count()) > 0,
        poll,
      )
      .toBe(true);
    expect(await page.getByText(/Payment (failed|cancelled)/).count()).toBe(0);
    // The news of the success may still take the shopper to the account once.
    await expect
      .poll(async () => {
        await openPath(page, '/cart');
        const empty = page.getByText('Your cart is empty').first();
        return await empty.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      }, poll)
      .toBe(true);
  },
};

async function readNotices(stage: Stage): Promise<NotificationsReply['data']['notifications']> {
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
    await giveMoney(stage.theatre.shop, stage.shopper, 100);
    await giveMoney(stage.theatre.shop, stage.shopper, 100);
    await expect.poll(async () => (await readNotices(stage)).length, poll).toBe(2);
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
  async expectServer(stage) {
    await expect
      .poll(async () => (await readNotices(stage)).filter(({ read }) => !read).length, poll)
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
    await stage.page.waitForTimeout(3_000);
    await giveMoney(stage.theatre.shop, stage.shopper, 4_321);
  },
  async act(_stage, page) {
    await page.goto('/wallet').catch(() => undefined);
    await page.getByRole('heading', { name: 'My Wallet' }).waitFor();
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
  async expectServer(stage) {
    await stage.shopper.must('GET', '/api/wallet');
  },
  async expectScreen(stage) {
    await openPath(stage.page, '/account');
    await stage.page.getByText(stage.shopper.account.name).first().waitFor();
    await stage.page.getByText('You have no group buys yet.').waitFor();
  },
};

export const COLUMNS = [
  cartColumn,
  payInitColumn,
  payReturnColumn,
  notifColumn,
  readsColumn,
  sessionColumn,
] as const;
