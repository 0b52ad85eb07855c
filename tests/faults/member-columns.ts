import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { openPagePath } from '../support/shopper-actions.ts';
import { type Column, countOrders, inTurn, poll, TAP } from './column.ts';
import type { Scene } from './scene.ts';
import { PUSH_SERVICE } from './shop-site.ts';

/** What a member does with the account, with a group, and with push messages. */

const PRICE_NAIRA = 13_800;
const NETWORK_FAILED = 'Network error: Please check your internet connection and try again.';
const seen = async (locator: ReturnType<Page['locator']>) => (await locator.count()) > 0;

const NEW_NAME = 'Amaka Nwosu';

async function fillName(page: Page): Promise<void> {
  await openPagePath(page, '/edit-profile');
  await page.getByLabel('Full name', { exact: true }).fill(NEW_NAME);
}

export const profileColumn: Column = {
  name: 'Profile',
  method: 'PATCH',
  path: /^\/api\/auth\/update-name/,
  home: '/edit-profile',
  async prepare(scene) {
    await fillName(scene.page);
  },
  prepareTab: fillName,
  async act({ shopper }, page) {
    shopper.account.name = NEW_NAME;
    await page.getByRole('button', { name: 'Save changes' }).click();
  },
  async expectOffline(scene) {
    const { page } = scene;
    await page.getByText(NETWORK_FAILED).waitFor();
    expect(await page.getByLabel('Full name', { exact: true }).inputValue()).toBe(NEW_NAME);
    expect(scene.sent(/^PATCH .*update-name/)).toEqual([]);
  },
  async goOn({ page }) {
    const isTold = () => new URL(page.url()).pathname === '/account';
    await inTurn(async () => {
      await page.waitForURL(/\/account$/, TAP).catch(() => undefined);
      if (isTold() || (await seen(page.getByRole('button', { name: 'Saving...' })))) return;
      if (!page.url().endsWith('/edit-profile')) await openPagePath(page, '/edit-profile');
      await page.getByLabel('Full name', { exact: true }).fill(NEW_NAME, TAP);
      await page.getByRole('button', { name: 'Save changes' }).click(TAP);
    });
    return isTold();
  },
  async expectServer({ shopper, site }) {
    const readName = async () => {
      const [row] = await site.database.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [
        shopper.session.user.id,
      ]);
      return row?.name;
    };
    await expect.poll(readName, poll).toBe(NEW_NAME);
  },
  async expectTold({ page }) {
    await page.getByText(NEW_NAME).first().waitFor();
  },
  async expectScreen({ page }) {
    await openPagePath(page, '/account');
    await page.getByText(NEW_NAME).first().waitFor();
  },
};

const leaveButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Leave group' });
const leaveAnswer = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Leave group' });

async function readGroups({ shopper }: Scene) {
  return (await shopper.must<MyGroupsReply>('GET', '/api/group/my-groups')).data;
}

export const leaveColumn: Column = {
  name: 'Leave',
  // The group was left already.
  statuses: [400],
  method: 'POST',
  path: /^\/api\/group\/[^/]+\/leave/,
  home: '/account',
  async prepare(scene) {
    await adjustTestWallet(scene.site.shop, scene.shopper.id, PRICE_NAIRA + 200);
    await scene.shopper.add(scene.site.productId);
    await scene.shopper.pay({ method: 'wallet_only', walletNaira: PRICE_NAIRA });
    await expect.poll(() => countOrders(scene), poll).toBe(1);
    await openPagePath(scene.page, '/account');
    await leaveButton(scene.page).waitFor();
  },
  async prepareTab(page) {
    await leaveButton(page).waitFor();
  },
  async act(_scene, page) {
    await leaveButton(page).click();
    await leaveAnswer(page).click();
  },
  async expectOffline(scene) {
    const { page } = scene;
    await page.getByText(NETWORK_FAILED).first().waitFor();
    await leaveButton(page).waitFor();
    expect(scene.sent(/^POST .*leave/)).toEqual([]);
  },
  async goOn(scene) {
    const { page } = scene;
    const hasLeft = async () => {
      const isOver = (await readGroups(scene)).every(({ canLeave }) => !canLeave);
      return isOver && new URL(page.url()).pathname === '/account' && !(await seen(leaveButton(page)));
    };
    await inTurn(async () => {
      if (!page.url().endsWith('/account')) await openPagePath(page, '/account');
      if (
        await leaveButton(page)
          .waitFor(TAP)
          .then(
            () => false,
            () => true,
          )
      )
        return;
      if (await seen(page.getByRole('button', { name: 'Leaving...' }))) return;
      if (!(await seen(leaveAnswer(page)))) await leaveButton(page).click(TAP);
      await leaveAnswer(page).click(TAP);
    });
    return await hasLeft();
  },
  async expectServer(scene) {
    const { shopper } = scene;
    await expect
      .poll(async () => (await readGroups(scene)).some(({ canLeave }) => canLeave), poll)
      .toBe(false);
    const { balance, transactions } = await shopper.must<Wallet>('GET', '/api/wallet');
    expect(balance).toBe(PRICE_NAIRA + 200);
    expect(transactions.filter(({ reason }) => reason === 'REFUND')).toHaveLength(1);
  },
  async expectScreen({ page }) {
    await openPagePath(page, '/account');
    await page
      .getByText(/no group buys/i)
      .first()
      .waitFor();
    expect(await leaveButton(page).count()).toBe(0);
    await openPagePath(page, '/wallet');
    await page.getByText('₦14,000').first().waitFor();
  },
};

/**
 * Simulates the browser's push service, which no test machine reaches, and its permission, which a browser without a
 * window never gives. Local storage holds what a phone would store.
 */
function playPushService({
  service,
  keys,
}: {
  service: string;
  keys: { p256dh: string; auth: string };
}): void {
  const NAME = 'played-push';
  const read = () => {
    const endpoint = localStorage.getItem(NAME);
    if (endpoint === null) return null;
    const unsubscribe = async () => {
      localStorage.removeItem(NAME);
      return true;
    };
    return { endpoint, options: {}, toJSON: () => ({ endpoint, keys }), unsubscribe };
  };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  Object.assign(PushManager.prototype, {
    getSubscription: async () => read(),
    subscribe: async () => {
      if (!read()) localStorage.setItem(NAME, `${service}/phones/${crypto.randomUUID()}`);
      return read();
    },
  });
}

const readSubscription = (page: Page) => page.evaluate(() => localStorage.getItem('played-push'));
const offer = (page: Page) => page.getByText('Know when your group is full');

export const pushColumn: Column = {
  name: 'Push',
  method: 'POST',
  path: /^\/api\/push\/subscription/,
  home: '/',
  async prepare(scene) {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    await scene.equip(async ({ context }) => {
      await context.addInitScript(playPushService, { service: PUSH_SERVICE, keys });
    });
    await openPagePath(scene.page, '/');
    await offer(scene.page).waitFor();
  },
  async prepareTab(page) {
    await offer(page).waitFor();
  },
  async act(_scene, page) {
    await page.getByRole('button', { name: 'Turn on' }).click();
  },
  async expectOffline({ page }) {
    await page.getByText('Notifications could not be turned on. Please try again.').waitFor();
  },
  async goOn({ page }) {
    // Reads the app's own record of what the shop knows.
    const isTold = () =>
      page.evaluate(() => {
        const endpoint = localStorage.getItem('played-push');
        return endpoint !== null && localStorage.getItem('pushEndpoint') === endpoint;
      });
    await inTurn(async () => {
      if (await isTold()) return;
      if (new URL(page.url()).pathname !== '/') await openPagePath(page, '/');
      await page.getByRole('button', { name: 'Turn on' }).click(TAP);
    });
    return await isTold();
  },
  async expectServer({ page, shopper, site }) {
    const knows = async () => {
      const endpoint = await readSubscription(page);
      const rows = await site.database.query(
        'SELECT 1 FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2',
        [shopper.session.user.id, endpoint],
      );
      return rows.length;
    };
    await expect.poll(knows, poll).toBe(1);
  },
  async expectScreen({ page }) {
    await openPagePath(page, '/');
    await waitWithoutInteraction(page, 1_500);
    expect(await offer(page).count(), 'what is on is not offered').toBe(0);
    expect(await readSubscription(page)).not.toBeNull();
  },
};
