import type { Page } from 'playwright-core';
import type { GroupProgressReply } from '#contract/schemas/group.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { ERROR_MESSAGE_VISIBLE_MS } from '../../src/lib/api/error-message.ts';
import {
  disableSocketEvents,
  disableTimersOfDuration,
  disableToastTimeout,
  type EmitSocketEvent,
  editResponsesOf,
  failRequestsTo,
  holdRequestsTo,
  interceptSocketEvents,
  navigateWithinApp,
  OFFLINE_LOG_PATTERN,
  SERVER_ERROR_LOG_PATTERN,
  takePageOffline,
} from './screen-line.ts';
import {
  openMenuDrawer,
  payFromWalletOnPage,
  RICE_PRODUCT_SLUG,
  type ScreenTestCase,
  waitForVisibleText,
} from './screens.ts';
import { locateVisibleButton, waitForHydration } from './shopper-actions.ts';

const POP_UP_MS = 7_000;
const pushes = new WeakMap<Page, () => Promise<EmitSocketEvent>>();

/** These states show home, the product page and the frame of every screen in unusual situations. */
export const SHOP_SCREEN_STATES: readonly ScreenTestCase[] = [
  { name: 'home-visitor', as: 'visitor', path: '/' },
  {
    name: 'home-unknown-path',
    as: 'visitor',
    path: '/no/such/page',
    prepare: waitForVisibleText('Group deals'),
  },
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
      await takePageOffline(page);
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
      await editResponsesOf<ProductsReply>(page, '**/api/products/?*', (body) => ({ ...body, data: [] }));
      await navigateWithinApp(page, '/');
      await page.getByText('No products yet').waitFor();
    },
  },
  {
    name: 'home-nothing-found',
    as: 'visitor',
    path: '/',
    async prepare(page) {
      await waitForHydration(page);
      await page.getByRole('searchbox', { name: 'Search products' }).fill('tractor');
      await page.getByText('No products found').first().waitFor();
    },
  },
  { name: 'home-found', as: 'visitor', path: '/?q=ewa#deals', prepare: waitForVisibleText('Honey Beans') },
  {
    name: 'home-category',
    as: 'visitor',
    path: '/?category=Oils#deals',
    prepare: waitForVisibleText('Red Palm Oil'),
  },
  {
    name: 'home-search-offline',
    as: 'visitor',
    path: '/',
    refusal: OFFLINE_LOG_PATTERN,
    async prepare(page) {
      await takePageOffline(page);
      await page.getByRole('searchbox', { name: 'Search products' }).fill('rice');
      await page.getByText('Only the deals saved on your phone were searched.').first().waitFor();
    },
  },
  {
    name: 'offline',
    as: 'buyer',
    path: '/cart',
    refusal: OFFLINE_LOG_PATTERN,
    before: disableSocketEvents,
    prepare: loseTheLineAfterAnOrder,
  },
  { name: 'update', as: 'shopper', path: '/', prepare: meetANewRelease },
  { name: 'feedback', as: 'shopper', path: '/', before: keepFeedback, prepare: hearManyThings },
  { name: 'menu-visitor', as: 'visitor', path: '/', prepare: openMenuDrawer },
  {
    name: 'product-loading',
    as: 'shopper',
    // The product is opened from the cart: from the list it would show what the list has of the product.
    path: '/cart',
    async prepare(page) {
      await holdRequestsTo(page, '**/api/products/slug/*');
      await navigateWithinApp(page, `/product/${RICE_PRODUCT_SLUG}`);
      await page.getByRole('status', { name: 'Loading product' }).waitFor();
    },
  },
  {
    name: 'product-failed',
    as: 'shopper',
    // The product is opened from the cart: from the list it would show what the list has of the product.
    path: '/cart',
    refusal: SERVER_ERROR_LOG_PATTERN,
    async prepare(page) {
      await failRequestsTo(page, '**/api/products/slug/*');
      await navigateWithinApp(page, `/product/${RICE_PRODUCT_SLUG}`);
      await page.getByText('We could not show this product').waitFor();
    },
  },
  {
    name: 'product-unknown',
    as: 'visitor',
    path: '/product/no-such-product',
    refusal: / 404 /,
    prepare: waitForVisibleText('We could not show this product'),
  },
  {
    name: 'product-no-unit',
    as: 'shopper',
    path: `/product/${RICE_PRODUCT_SLUG}`,
    before: (page) => disableTimersOfDuration(page, ERROR_MESSAGE_VISIBLE_MS),
    async prepare(page) {
      await waitForHydration(page);
      await locateVisibleButton(page, 'Add to cart').click();
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
    prepare: waitForVisibleText('Be the first: the 48 hours start when you join.'),
  },
  {
    name: 'product-adding',
    as: 'shopper',
    path: '/product/semovita-10kg',
    async prepare(page) {
      await holdRequestsTo(page, '**/api/cart/add');
      await waitForHydration(page);
      await locateVisibleButton(page, 'Add to cart').click();
      await locateVisibleButton(page, 'Adding...').waitFor();
    },
  },
  {
    name: 'dialog-added-offline',
    as: 'newcomer',
    path: '/product/semovita-10kg',
    refusal: OFFLINE_LOG_PATTERN,
    async prepare(page) {
      await takePageOffline(page);
      await locateVisibleButton(page, 'Add to cart').click();
      await page.getByRole('dialog').getByText("Will be added when you're back online").waitFor();
    },
  },
];

async function waitForProducts(page: Page): Promise<void> {
  await holdRequestsTo(page, '**/api/products/?*');
  await navigateWithinApp(page, '/');
  await page.getByRole('status', { name: 'Loading products' }).waitFor();
}

async function changeProgress(page: Page, part: Partial<GroupProgressReply['data']>): Promise<void> {
  await editResponsesOf<GroupProgressReply>(page, '**/api/group/product/*', (body) => ({
    ...body,
    data: { ...body.data, ...part },
  }));
  await navigateWithinApp(page, `/product/${RICE_PRODUCT_SLUG}`);
}

/** After an order the browser offers to install the shop; then the network is lost. */
async function loseTheLineAfterAnOrder(page: Page): Promise<void> {
  await payFromWalletOnPage(page);
  await page.getByRole('button', { name: 'View My Account' }).click();
  await page.waitForURL(/\/account$/);
  await navigateWithinApp(page, '/');
  await page.getByRole('heading', { name: 'Group deals' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await page.getByText('Install Ajora').waitFor();
  await takePageOffline(page);
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
  await disableToastTimeout(page);
  await disableTimersOfDuration(page, POP_UP_MS);
  pushes.set(page, await interceptSocketEvents(page));
}

/** Shows every kind of toast and three pop-ups, as the design's image does. */
async function hearManyThings(page: Page): Promise<void> {
  const push = await pushes.get(page)?.();
  if (!push) throw new Error('the socket of this page was not opened for pushes');
  const notifications: [ShopperNotification['type'], string][] = [
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
    } satisfies ShopperNotification);
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
