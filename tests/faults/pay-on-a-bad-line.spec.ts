import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { TestShopper } from '../support/shopper.ts';
import { locateVisibleButton, openPagePath } from '../support/shopper-actions.ts';
import { expectInvariants } from './invariants.ts';
import { Scene } from './scene.ts';
import { openShopSite } from './shop-site.ts';

const PRICE_NAIRA = 13_800;
const INITIALISE = /^\/api\/payment\/initialize/;

const METHODS = [
  { method: 'card', radio: /^Card only/, walletNaira: 0, usedNaira: 0 },
  { method: 'wallet and card', radio: /^Wallet \+ card/, walletNaira: 5_000, usedNaira: 5_000 },
  { method: 'wallet', radio: /^Wallet only/, walletNaira: 20_000, usedNaira: PRICE_NAIRA },
] as const;
const LOSSES = [
  'before initialise',
  'after the request left',
  'after the answer',
  'on the card page',
  'at the return',
] as const;
const STARTS = ['after 5 s', 'after 40 min', 'in a second profile'] as const;

type Method = (typeof METHODS)[number];
type Loss = (typeof LOSSES)[number];
type Start = (typeof STARTS)[number];

const CASES = METHODS.flatMap((method) =>
  LOSSES.filter((loss) => method.method !== 'wallet' || LOSSES.indexOf(loss) < 3).flatMap((loss) =>
    STARTS.map((start) => ({ ...method, loss, start })),
  ),
);

const site = openFixtureForFile(openShopSite);
let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open(site, { isSettled: true });
});
afterEach(() => scene?.close());

async function prepareCheckout({ radio, walletNaira }: Method): Promise<void> {
  if (walletNaira > 0) await adjustTestWallet(site.shop, scene.shopper.id, walletNaira);
  await scene.shopper.add(site.productId);
  const { page } = scene;
  await openPagePath(page, '/checkout');
  await page.getByRole('radio', { name: radio }).check();
  await page.getByLabel('City', { exact: true }).fill('Surulere');
  await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
  await waitWithoutInteraction(page, 700);
}

/** Taps Pay, loses the connection at that point, and kills the browser there. */
async function payAndLose(loss: Loss): Promise<void> {
  const { page } = scene;
  const { proxy } = site;
  const pay = () => locateVisibleButton(page, /^Pay ₦/).click();
  if (loss === 'before initialise') {
    const fault = proxy.inject('drop', { path: INITIALISE });
    await pay();
    await fault.occurred();
  } else if (loss === 'after the request left') {
    const fault = proxy.inject('hang-answer', { path: INITIALISE });
    await pay();
    await fault.occurred();
    await waitWithoutInteraction(page, 1_000);
  } else if (loss === 'after the answer') {
    const answered = new Promise<void>((resolve) => proxy.atAnswer(INITIALISE, 'after', resolve));
    await pay();
    await answered;
  } else {
    await pay();
    await page.waitForURL(/\/v3\/hosted\/pay\//);
    // The card is charged before the connection is lost, so the provider knows of it and this browser does not.
    await submitCardPage(page.url().replace(proxy.url, site.shop.url), 'success');
    if (loss === 'at the return') {
      proxy.setDown(true);
      const reference = await page.evaluate(
        () => (JSON.parse(localStorage.getItem('paymentInfo') ?? '{}') as { reference?: string }).reference,
      );
      await page.goto(`/cart?returned=true&success=true&reference=${reference}`);
      await page.getByRole('main').waitFor();
    }
  }
  await scene.kill();
  proxy.heal();
}

async function startAgain(start: Start): Promise<void> {
  if (start === 'after 40 min') await site.shop.ops('clock', 'advance', '40m');
  if (start === 'in a second profile') {
    await scene.takeNewPhone();
  } else {
    await scene.launch();
    if (start === 'after 5 s') await waitWithoutInteraction(scene.page, 5_000);
  }
  await scene.open('/cart');
}

/** Taps Check, as a shopper would, until there is nothing left to check. */
async function checkUntilClear(): Promise<void> {
  const check = scene.page.getByRole('button', { name: 'Check payment', exact: true });
  for (let turn = 0; turn < 8; turn += 1) {
    await waitWithoutInteraction(scene.page, 1_500);
    const dialog = scene.page.getByRole('dialog').getByRole('button', { name: 'View My Account' });
    if ((await dialog.count()) > 0) await dialog.click();
    if ((await check.count()) === 0) return;
    await check
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
}

async function countOrders(): Promise<number> {
  const rows = await site.database.query<{ orders: number }>(
    'SELECT count(*)::int AS orders FROM orders WHERE user_id = $1',
    [scene.shopper.session.user.id],
  );
  return rows[0]?.orders ?? -1;
}

describe.each(CASES)('$method, the line lost $loss, the next start $start', (story) => {
  it('one order or none, the truth on the screen, the wallet right', { timeout: 120_000 }, async () => {
    await prepareCheckout(story);
    await payAndLose(story.loss);
    await startAgain(story.start);
    await checkUntilClear();

    const orders = await countOrders();
    const wasPaid = story.loss === 'on the card page' || story.loss === 'at the return';
    const isWalletDone = story.method === 'wallet' && story.loss !== 'before initialise';
    expect(orders).toBe(wasPaid || isWalletDone ? 1 : 0);
    const { balance } = await scene.shopper.must<Wallet>('GET', '/api/wallet');
    expect(balance).toBe(story.walletNaira - (orders === 1 ? story.usedNaira : 0));
    const cart = await scene.shopper.call<Cart>('GET', '/api/cart');
    expect(cart.body.items).toHaveLength(orders === 1 ? 0 : 1);

    await scene.open('/cart');
    const words = orders === 1 ? 'Your cart is empty' : 'Items (1)';
    await scene.page.getByText(words).first().waitFor();
    await scene.open('/wallet');
    await scene.page
      .getByText(`₦${balance.toLocaleString('en-NG')}`)
      .first()
      .waitFor();
    // After 40 minutes the token has expired and is renewed.
    await expectInvariants(scene, story.start === 'after 40 min' ? [401] : []);
  });
});

describe('a return with a reference that is not mine', () => {
  it.each(['gb-01ARZ3NDEKTSV4RRFFQ69G5FAV', 'of another shopper'])('%s never shows success', async (kind) => {
    let reference = kind;
    if (kind === 'of another shopper') {
      const other = await TestShopper.signUp(site.shop.url);
      await other.add(site.productId);
      reference = (await other.pay({ method: 'flutterwave_only' })).body.reference;
    }
    await scene.page.goto(`/cart?returned=true&success=true&reference=${reference}`);
    await scene.page.getByText('We could not find this payment.').first().waitFor();
    await scene.page.waitForURL(({ search }) => search === '');
    expect(await scene.page.getByText('Payment successful').count()).toBe(0);
    expect(await countOrders()).toBe(0);
  });
});
