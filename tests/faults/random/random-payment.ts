import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { submitCardPage } from '../../support/card-page.ts';
import { waitWithoutInteraction } from '../../support/quiet-for.ts';
import { countOrders, inTurn, TAP } from '../column.ts';
import type { Scene } from '../scene.ts';

/** Payments in a random run: tapped, left in the middle, followed up, and compared with the books. */

/** What the shopper has in the cart, has bought and has left, as the server must have it. */
export interface Books {
  quantity: number;
  orders: number;
  walletNaira: number;
  isLineDown: boolean;
  /** A payment that was begun and whose outcome nobody has looked up. */
  open: { method: 'wallet' | 'card'; cost: number } | null;
}

const PRICE_NAIRA = 13_800;
const CARD_PAGE = /\/v3\/hosted\/pay\//;
const PAY_WAIT_MS = 8_000;
const ASK_MS = 60_000;

const seen = async (locator: ReturnType<Page['locator']>) => (await locator.count()) > 0;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payButton = (page: Page) =>
  page
    .getByRole('button', { name: /^Pay ₦/ })
    .locator('visible=true')
    .first();

/**
 * Taps Pay as soon as this is possible, and leaves when it is not: an empty cart, no connection, too little money.
 *
 * @param stays whether it waits for the outcome; otherwise the next step comes in the middle.
 */
export async function pay(
  scene: Scene,
  books: Books,
  method: 'wallet' | 'card',
  stays: boolean,
): Promise<void> {
  if (!(await lookAfterPayment(scene, books)) || books.quantity === 0) return;
  await scene.open('/checkout');
  if (!(await readyToPay(scene, method))) return;
  await payButton(scene.page).click();
  const cost = method === 'wallet' ? PRICE_NAIRA * books.quantity : 0;
  books.open = { method, cost };
  if (stays) await lookAfterPayment(scene, books);
}

async function readyToPay({ page }: Scene, method: 'wallet' | 'card'): Promise<boolean> {
  const untilMs = Date.now() + PAY_WAIT_MS;
  let isReady = false;
  while (!isReady && Date.now() < untilMs && page.url().endsWith('/checkout')) {
    await inTurn(async () => {
      const other = button(page, 'Pay another way');
      if (await seen(other)) await other.click(TAP);
      const radio = page.getByRole('radio', { name: method === 'card' ? /^Card only/ : /^Wallet only/ });
      await radio.check(TAP);
      const city = page.getByLabel('City', { exact: true });
      if ((await city.inputValue(TAP)) === '') {
        await city.fill('Surulere', TAP);
        await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street', TAP);
      }
      isReady = await payButton(page).isEnabled(TAP);
    });
  }
  return isReady;
}

/**
 * Finds out how a payment ended, as a shopper does: pays at an open card page, opens the cart, and taps Check until
 * there is nothing to check. The books are updated, and what was shown must agree with them.
 *
 * @returns false while nobody can know.
 */
export async function lookAfterPayment(scene: Scene, books: Books): Promise<boolean> {
  const { open } = books;
  if (!open) return true;
  if (books.isLineDown) return false;
  const isTold = (await isAnswered(scene, open.method)) || (await askForVerdict(scene));
  const orders = await countOrders(scene);
  expect(orders - books.orders, 'one order for one payment at most').toBeLessThanOrEqual(1);
  const isPaid = orders > books.orders;
  expect(isTold, 'what was paid was told, and nothing else').toBe(isPaid);
  if (isPaid) {
    books.orders = orders;
    books.quantity = 0;
    books.walletNaira -= open.cost;
  }
  books.open = null;
  return true;
}

/** Looks at the page that tapped Pay, if it is still there. @returns whether it tells of a success. */
async function isAnswered(scene: Scene, method: 'wallet' | 'card'): Promise<boolean> {
  const { page } = scene;
  if (CARD_PAGE.test(page.url())) return await payAtCardPage(scene);
  if (!page.url().endsWith('/checkout')) return false;
  const busy = button(page, 'Processing...').or(button(page, 'Redirecting...'));
  await busy.locator('visible=true').first().waitFor({ state: 'detached' });
  if (method === 'card') {
    const isLeading = await page.waitForURL(CARD_PAGE, TAP).then(
      () => true,
      () => false,
    );
    if (isLeading) return await payAtCardPage(scene);
  }
  return await closeResult(page);
}

async function payAtCardPage(scene: Scene): Promise<boolean> {
  const { page, site } = scene;
  const before = await countOrders(scene);
  const back = await submitCardPage(page.url().replace(site.proxy.url, site.shop.url), 'success');
  await expect.poll(() => countOrders(scene), { timeout: ASK_MS }).toBe(before + 1);
  await page.goto((back ?? '/cart').replace(site.shop.url, site.proxy.url));
  return await askForVerdict(scene);
}

/** Asks for the outcome. @returns whether a success was told. */
async function askForVerdict(scene: Scene): Promise<boolean> {
  const { page } = scene;
  const untilMs = Date.now() + ASK_MS;
  let checks = 0;
  if (new URL(page.url()).pathname !== '/cart') await scene.open('/cart');
  for (let calm = 0; calm < 3 && Date.now() < untilMs; ) {
    await waitWithoutInteraction(page, 500);
    if (page.url().endsWith('/account') || (await closeResult(page))) return true;
    const isWaiting = (await seen(page.getByText('Confirming your payment...'))) || page.url().includes('?');
    const check = button(page, 'Check payment');
    if (await seen(check)) {
      // Nobody paid at the card page, so the payment stays unfinished, however often the shopper asks.
      if (checks === 4) return false;
      checks += 1;
      calm = 0;
      await inTurn(() => check.click(TAP));
      await waitWithoutInteraction(page, 1_000);
    } else if (isWaiting) calm = 0;
    else calm += 1;
  }
  return false;
}

async function closeResult(page: Page): Promise<boolean> {
  const dialog = page.getByRole('dialog').filter({ hasText: 'Payment successful!' });
  const isShown = await dialog.waitFor({ timeout: 1_000 }).then(
    () => true,
    () => false,
  );
  if (!isShown) return false;
  await dialog.getByRole('button', { name: 'View My Account' }).click();
  await page.waitForURL(/\/account$/);
  await dialog.waitFor({ state: 'detached' });
  return true;
}

/** Expects that the shop's books and the shopper's wallet agree with the run. */
export async function expectPaid(scene: Scene, books: Books): Promise<void> {
  expect(await countOrders(scene), 'orders').toBe(books.orders);
  const { balance } = await scene.shopper.must<Wallet>('GET', '/api/wallet');
  expect(balance, 'wallet').toBe(books.walletNaira);
}
