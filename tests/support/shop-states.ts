import type { Page } from 'playwright-core';
import type { GroupProgressReply } from '#contract/schemas/group.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { ERROR_MESSAGE_MS } from '../../src/lib/error-message.ts';
import {
  BROKEN_SHOP,
  change,
  fail,
  hold,
  holdTimersOf,
  keepToasts,
  loseTheLine,
  NO_LINE,
  openPush,
  type Push,
  walkTo,
  withoutPushes,
} from './screen-line.ts';
import { openMenu, payFromWallet, RICE, type Screen, waitForText } from './screens.ts';
import { takenOver, visibleButton } from './shopper-actions.ts';

const POP_UP_MS = 7_000;
const pushes = new WeakMap<Page, () => Promise<Push>>();

/** These states show home, the product page and the frame of every screen in unusual situations. */
export const SHOP_STATES: readonly Screen[] = [
  { name: 'home-visitor', as: 'visitor', path: '/' },
  { name: 'home-unknown-path', as: 'visitor', path: '/no/such/page', prepare: waitForText('Group deals') },
  {
    name: 'not-downloaded',
    as: 'visitor',
    path: '/',
    refusal: /ERR_|MissingChunkError/,
    async before(page) {
      // The worker and the app would have fetched the page as soon as the phone was idle.
      await page.addInitScript(() => {
        delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
      });
      await page.route(/\/about-/, (route) => route.abort());
    },
    async prepare(page) {
      await loseTheLine(page);
      const terms = page.getByRole('link', { name: 'Terms' });
      // A note appears at the end of the list and moves the content below it.
      await terms.scrollIntoViewIfNeeded();
      await page.getByRole('main').getByText('More deals load when you are back online.').waitFor();
      await terms.click();
      await page.getByText('Not downloaded yet').waitFor();
    },
  },
  { name: 'loading', as: 'shopper', path: '/about', prepare: waitForProducts },
  {
    name: 'home-empty',
    as: 'visitor',
    path: '/about',
    async prepare(page) {
      await change<ProductsReply>(page, '**/api/products/?*', (body) => ({ ...body, data: [] }));
      await walkTo(page, '/');
      await page.getByText('No products yet').waitFor();
    },
  },
  {
    name: 'home-nothing-found',
    as: 'visitor',
    path: '/',
    async prepare(page) {
      await takenOver(page);
      await page.getByRole('searchbox', { name: 'Search products' }).fill('tractor');
      await page.getByText('No products found').first().waitFor();
    },
  },
  { name: 'home-found', as: 'visitor', path: '/?q=ewa#deals', prepare: waitForText('Honey Beans') },
  {
    name: 'home-category',
    as: 'visitor',
    path: '/?category=Oils#deals',
    prepare: waitForText('Red Palm Oil'),
  },
  {
    name: 'home-search-offline',
    as: 'visitor',
    path: '/',
    refusal: NO_LINE,
    async prepare(page) {
      await loseTheLine(page);
      await page.getByRole('searchbox', { name: 'Search products' }).fill('rice');
      await page.getByText('Only the deals saved on your phone were searched.').first().waitFor();
    },
  },
  {
    name: 'offline',
    as: 'buyer',
    path: '/cart',
    refusal: NO_LINE,
    before: withoutPushes,
    prepare: loseTheLineAfterAnOrder,
  },
  { name: 'update', as: 'shopper', path: '/', prepare: meetANewRelease },
  { name: 'feedback', as: 'shopper', path: '/', before: keepFeedback, prepare: hearManyThings },
  { name: 'menu-visitor', as: 'visitor', path: '/', prepare: openMenu },
  {
    name: 'product-loading',
    as: 'shopper',
    // Not from the list, which would show what it has of the product.
    path: '/cart',
    async prepare(page) {
      await hold(page, '**/api/products/slug/*');
      await walkTo(page, `/product/${RICE}`);
      await page.getByRole('status', { name: 'Loading product' }).waitFor();
    },
  },
  {
    name: 'product-failed',
    as: 'shopper',
    // Not from the list, which would show what it has of the product.
    path: '/cart',
    refusal: BROKEN_SHOP,
    async prepare(page) {
      await fail(page, '**/api/products/slug/*');
      await walkTo(page, `/product/${RICE}`);
      await page.getByText('We could not show this product').waitFor();
    },
  },
  {
    name: 'product-unknown',
    as: 'visitor',
    path: '/product/no-such-product',
    refusal: / 404 /,
    prepare: waitForText('We could not show this product'),
  },
  {
    name: 'product-no-unit',
    as: 'shopper',
    path: `/product/${RICE}`,
    before: (page) => holdTimersOf(page, ERROR_MESSAGE_MS),
    async prepare(page) {
      await takenOver(page);
      await visibleButton(page, 'Add to cart').click();
      await page.getByText('Please select a selling unit').waitFor();
    },
  },
  {
    name: 'product-full',
    as: 'shopper',
    path: '/',
    async prepare(page) {
      await changeProgress(page, { spotsRemaining: 0, progressPercentage: 100 });
      await page.getByText('Completed!').first().waitFor();
    },
  },
  {
    name: 'product-no-group',
    as: 'shopper',
    path: '/product/semovita-10kg',
    prepare: waitForText('Be the first: the 48 hours start when you join.'),
  },
  {
    name: 'product-adding',
    as: 'shopper',
    path: '/product/semovita-10kg',
    async prepare(page) {
      await hold(page, '**/api/cart/add');
      await takenOver(page);
      await visibleButton(page, 'Add to cart').click();
      await visibleButton(page, 'Adding...').waitFor();
    },
  },
  {
    name: 'dialog-added-offline',
    as: 'newcomer',
    path: '/product/semovita-10kg',
    refusal: NO_LINE,
    async prepare(page) {
      await loseTheLine(page);
      await visibleButton(page, 'Add to cart').click();
      await page.getByRole('dialog').getByText("Will be added when you're back online").waitFor();
    },
  },
];

async function waitForProducts(page: Page): Promise<void> {
  await hold(page, '**/api/products/?*');
  await walkTo(page, '/');
  await page.getByRole('status', { name: 'Loading products' }).waitFor();
}

async function changeProgress(page: Page, part: Partial<GroupProgressReply['data']>): Promise<void> {
  await change<GroupProgressReply>(page, '**/api/group/product/*', (body) => ({
    ...body,
    data: { ...body.data, ...part },
  }));
  await walkTo(page, `/product/${RICE}`);
}

/** After an order the browser offers to install the shop; then the network is lost. */
async function loseTheLineAfterAnOrder(page: Page): Promise<void> {
  await payFromWallet(page);
  await page.getByRole('button', { name: 'View My Account' }).click();
  await page.waitForURL(/\/account$/);
  await walkTo(page, '/');
  await page.getByRole('heading', { name: 'Group deals' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await page.getByText('Install Ajora').waitFor();
  await loseTheLine(page);
}

/** Another worker address counts as another release, which is installed beside the running one and waits. */
async function meetANewRelease(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'));
  await page.getByText('New version ready').first().waitFor();
}

async function keepFeedback(page: Page): Promise<void> {
  await keepToasts(page);
  await holdTimersOf(page, POP_UP_MS);
  pushes.set(page, await openPush(page));
}

/** Shows every kind of toast and three pop-ups, as the design's image does. */
async function hearManyThings(page: Page): Promise<void> {
  const push = await pushes.get(page)?.();
  if (!push) throw new Error('the socket of this page was not opened for pushes');
  const notifications: [Notification['type'], string][] = [
    ['info', 'New referral: Ngozi joined!'],
    ['warning', 'You can only use up to ₦18,500 from your wallet. You have ₦18,500 available.'],
    ['error', 'Network error: Please check your internet connection and try again.'],
    ['success', 'Group buy secured for Red Palm Oil (25 L keg)! Your order is being processed.'],
  ];
  for (const [type, message] of notifications) {
    push('notification:new', {
      _id: crypto.randomUUID(),
      type,
      category: 'system',
      title: 'News',
      message,
      data: {},
      factKey: `test:${type}`,
      read: false,
      readAt: null,
      createdAt: new Date().toISOString(),
      timeAgo: 'Just now',
    } satisfies Notification);
    await page.getByText(message).waitFor();
  }
  const joins: [string, string, number][] = [
    ['Bola', 'Red Palm Oil', 60],
    ['Fatima', 'Fresh Eggs', 3],
    ['Chinedu', 'Honey Beans', 0],
  ];
  for (const [userName, productName, minutesAgo] of joins) {
    const timestamp = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    push('purchase:social_proof', { userName, productName, timestamp });
    await page.getByText(`${userName} just joined groupbuy for ${productName}`).waitFor();
  }
}
