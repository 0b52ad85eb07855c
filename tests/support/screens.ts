import type { Page } from 'playwright-core';
import { adjustTestWallet } from './give-money.ts';
import { disableSocketEvents, waitForIdleNetwork } from './screen-line.ts';
import type { TestShop } from './shop.ts';
import { findProductId } from './shop-facts.ts';
import { TestShopper } from './shopper.ts';
import {
  addShownProductToCart,
  locateVisibleButton,
  locateVisibleLink,
  openPagePath,
  openPageSignedIn,
  submitCheckoutPayment,
} from './shopper-actions.ts';

/** Each row is one screen in one state. */
export interface ScreenTestCase {
  /** Name of the design's image, such as `NAME-360.png`. */
  name: string;
  /** `buyer` is a new shopper for each image, because the state uses up its data. `newcomer` has no data. */
  as: 'visitor' | 'shopper' | 'buyer' | 'newcomer';
  path: string;
  /** Sets network and timers before the page opens. */
  before?: (page: Page) => Promise<void>;
  /** Brings the opened page into the state. */
  prepare?: (page: Page, shopper: TestShopper) => Promise<void>;
  /** Browser message that the state causes. */
  refusal?: RegExp;
  /** Scroll positions of further images, by width: `NAME-360-y840.png`. */
  scrolledTo?: Partial<Record<number, number[]>>;
}

export const RICE_PRODUCT_SLUG = 'local-parboiled-rice-50kg';

/** Each screen is in its main state, as in the design; `screen-states.ts` has the other states. */
export const SCREEN_TEST_CASES: readonly ScreenTestCase[] = [
  { name: 'home', as: 'shopper', path: '/', scrolledTo: { 360: [840], 1280: [720] } },
  { name: 'product-visitor', as: 'visitor', path: `/product/${RICE_PRODUCT_SLUG}`, prepare: chooseFullBag },
  {
    name: 'product',
    as: 'shopper',
    path: `/product/${RICE_PRODUCT_SLUG}`,
    prepare: chooseFullBag,
    scrolledTo: { 360: [560] },
  },
  {
    name: 'dialog-added',
    as: 'buyer',
    path: `/product/${RICE_PRODUCT_SLUG}`,
    prepare: (page) => addShownProductToCart(page, /Half bag/),
  },
  { name: 'register', as: 'visitor', path: '/register', prepare: fillRegistration },
  {
    name: 'signin',
    as: 'visitor',
    path: '/signin',
    prepare: failToSignIn,
    refusal: / 400 .*\/api\/auth\/login$/,
  },
  {
    name: 'cart',
    as: 'shopper',
    path: '/cart',
    prepare: returnToPreservedCart,
    scrolledTo: { 360: [620] },
  },
  { name: 'checkout', as: 'shopper', path: '/checkout', prepare: forgetTheStreet },
  {
    name: 'account',
    as: 'shopper',
    path: '/account',
    prepare: waitForVisibleText('Forming'),
    scrolledTo: { 360: [640] },
  },
  {
    name: 'dialog-payment',
    as: 'buyer',
    path: '/cart',
    before: disableSocketEvents,
    prepare: payFromWalletOnPage,
  },
  { name: 'edit-profile', as: 'shopper', path: '/edit-profile' },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password' },
  { name: 'use-temporary-recovery-key', as: 'visitor', path: '/use-temporary-recovery-key' },
  { name: 'notifications', as: 'shopper', path: '/', prepare: openNotificationPanel },
  {
    name: 'referral',
    as: 'shopper',
    path: '/referral',
    prepare: waitForVisibleText(/^Referred Users/),
    scrolledTo: { 360: [560] },
  },
  { name: 'menu', as: 'shopper', path: '/', prepare: openMenuDrawer },
  { name: 'about', as: 'visitor', path: '/about' },
  { name: 'contact', as: 'visitor', path: '/contact' },
  { name: 'privacy', as: 'visitor', path: '/privacy' },
  { name: 'terms', as: 'visitor', path: '/terms' },
  {
    name: 'wallet',
    as: 'shopper',
    path: '/wallet',
    prepare: waitForVisibleText('Order Payment'),
    scrolledTo: { 360: [560] },
  },
];

/** Creates the shopper of the design's images, with the same cart, wallet, groups and group progress. */
export async function createShopperForScreenTests(shop: TestShop): Promise<TestShopper> {
  await fillRiceGroup(shop);
  const shopper = await TestShopper.signUp(shop.url, 'Amaka Okafor');
  await adjustTestWallet(shop, shopper.id, 9500);
  const cart = await shopper.add(await findProductId(shop, 'red-palm-oil-25l'), 1, 'keg-5l');
  const { body } = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  if (!body.success) throw new Error('the shopper of the pictures could not pay');
  await adjustTestWallet(shop, shopper.id, 18_500);
  await shopper.add(await findProductId(shop, RICE_PRODUCT_SLUG), 1, 'half-25kg');
  await shopper.add(await findProductId(shop, 'red-palm-oil-25l'), 2, 'keg-5l');
  await shopper.add(await findProductId(shop, 'fresh-eggs-12-crates'), 3, 'crate-1');
  return shopper;
}

/** Brings the demo group of rice from 250 kg to the 380 of 500 that the design shows. */
async function fillRiceGroup(shop: TestShop): Promise<void> {
  const buyer = await TestShopper.signUp(shop.url, 'Tunde Bello');
  const riceId = await findProductId(shop, RICE_PRODUCT_SLUG);
  await buyer.add(riceId, 2, 'bag-50kg');
  const cart = await buyer.add(riceId, 3, 'share-10kg');
  await adjustTestWallet(shop, buyer.id, cart.totalPrice);
  await buyer.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
}

/** Signs up a shopper with a cart and the money for it, as in the design's dialog after a payment. */
async function prepareBuyer(shop: TestShop): Promise<TestShopper> {
  const buyer = await TestShopper.signUp(shop.url, 'Amaka Okafor');
  await adjustTestWallet(shop, buyer.id, 18_500);
  await buyer.add(await findProductId(shop, 'red-palm-oil-25l'), 1, 'keg-5l');
  await buyer.add(await findProductId(shop, 'fresh-eggs-12-crates'), 1, 'crate-1');
  return buyer;
}

async function chooseFullBag(page: Page): Promise<void> {
  const select = page.getByLabel('Selling unit');
  const option = select.locator('option').filter({ hasText: 'Full bag' });
  await select.selectOption(await option.evaluate((element) => (element as HTMLOptionElement).value));
}

async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Amaka Okafor');
  await page.getByLabel('Email', { exact: true }).fill('amaka@example.com');
  await page.getByLabel('WhatsApp number').fill('80355501');
  await page.getByLabel('Password', { exact: true }).fill('secretpw');
  await page.getByLabel('Confirm password').fill('secretpw');
  await page.getByLabel('Secret recovery key').fill('secretpw');
  await locateVisibleButton(page, 'Sign up').click();
  await page.getByText('Please enter a valid 11-digit Nigerian phone number').waitFor();
}

async function failToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secretpw');
  await locateVisibleButton(page, 'Sign in').click();
  await page.getByText('Invalid email or password').waitFor();
}

export function waitForVisibleText(text: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('main').getByText(text).locator('visible=true').first().waitFor();
  };
}

async function returnToPreservedCart(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('preserveCart', 'true');
    sessionStorage.setItem('paymentReturnTime', String(Date.now()));
  });
  await page.reload();
  await page.getByText('Your cart has been preserved from your previous session').first().waitFor();
  await page.getByRole('radio', { name: /^Wallet \+ card/ }).check();
}

async function forgetTheStreet(page: Page): Promise<void> {
  await page.getByText('Items (3)').waitFor();
  await page.getByLabel('City', { exact: true }).fill('Surulere');
  await locateVisibleButton(page, /^Pay ₦/).click();
  await page
    .getByText(/street.* required/i)
    .first()
    .waitFor();
}

export async function payFromWalletOnPage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Wallet only/ }).check();
  await locateVisibleLink(page, 'Checkout').click();
  await submitCheckoutPayment(page);
  await page.getByRole('dialog').getByText('Payment successful!').waitFor();
}

export async function openNotificationPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').getByText('Payment Successful').first().waitFor();
}

export async function openMenuDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens a screen as its shopper, brings it into its state and waits for pending requests. */
export async function openScreenTestCase(
  page: Page,
  screen: ScreenTestCase,
  shop: TestShop,
  shopper: TestShopper,
): Promise<void> {
  if (screen.as === 'shopper') await openPageSignedIn(page, shopper);
  if (screen.as === 'buyer') await openPageSignedIn(page, await prepareBuyer(shop));
  if (screen.as === 'newcomer') await openPageSignedIn(page, await TestShopper.signUp(shop.url, 'Bola Ade'));
  await screen.before?.(page);
  await openPagePath(page, screen.path);
  await screen.prepare?.(page, shopper);
  await waitForIdleNetwork(page);
  await waitForAnimationsToEnd(page);
}

/** Waits until animations have ended and every visible image is loaded. */
export async function waitForAnimationsToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Elements outside the view may never be decoded, and their animations may never end.
    const atMost = (waits: Promise<unknown>[]) =>
      Promise.race([Promise.all(waits), new Promise((resolve) => setTimeout(resolve, 5000))]);
    const inSight = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight + 200,
    );
    await atMost(inSight.map((image) => image.decode().catch(() => {})));
    const running = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
    });
    await atMost(running.map((animation) => animation.finished.catch(() => {})));
  });
}
