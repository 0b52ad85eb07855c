import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import {
  payAtSandboxCardPage,
  readSandboxProviderState,
  setSandboxScenario,
  submitCardPage,
} from '../support/card-page.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

const PRICE_NAIRA = 13_800;
const WEBHOOK = `/api/payment/webhook/${createSandboxProviderClient(UNREACHABLE_URL).name}`;

const here = registerShopForFile();
let productId: string;
let shopper: TestShopper;
let reference: string;
let link: string;

beforeAll(async () => {
  productId = await findProductId(here.shop, 'semovita-10kg');
});
beforeEach(async () => {
  shopper = await TestShopper.signUp(here.shop.url);
  await shopper.add(productId);
  const begun = await shopper.pay({ method: 'flutterwave_only' });
  reference = begun.body.reference;
  link = begun.body.authorization_url ?? '';
});
afterEach(async () => {
  await setSandboxScenario(here.shop.url, {});
  expect(await findInvariantBreaches(here.shop)).toEqual([]);
});

async function countOrders(): Promise<number> {
  const rows = await here.database.query<{ number: string }>(
    'select count(*) as number from orders where user_id = $1',
    [shopper.session.user.id],
  );
  return Number(rows[0]?.number);
}

/** The HTTP statuses with which the shop has answered the webhooks of this payment until now. */
async function readDeliveries(): Promise<(number | null)[]> {
  const { transactions, deliveries } = await readSandboxProviderState(here.shop.url);
  const ids = new Set(transactions.filter(({ txRef }) => txRef === reference).map(({ id }) => id));
  return deliveries.filter(({ transactionId }) => ids.has(transactionId)).map(({ lastAnswer }) => lastAnswer);
}

async function readBalance(): Promise<number> {
  return (await shopper.must<Wallet>('GET', '/api/wallet')).balance;
}

describe('the webhook', () => {
  it.each([
    { shape: 'v3', comes: 'before the callback' },
    { shape: 'v3', comes: 'after the callback' },
    { shape: 'flat', comes: 'before the callback' },
    { shape: 'flat', comes: 'after the callback' },
  ])('sent 5 times, $shape, $comes: one order', async ({ shape, comes }) => {
    const isBefore = comes === 'before the callback';
    await setSandboxScenario(here.shop.url, { webhook: { shape, copies: 5, delayMs: isBefore ? 0 : 700 } });
    const callback = await submitCardPage(link, 'success');
    if (isBefore) await expect.poll(countOrders).toBe(1);
    const returned = await fetch(callback ?? '', { redirect: 'manual' });
    expect(returned.headers.get('location')).toContain('success=true');
    await expect.poll(readDeliveries, { timeout: 15_000 }).toEqual([200, 200, 200, 200, 200]);
    await expect
      .poll(() =>
        here.database.query('select from provider_events where reference = $1 and processed_at is null', [
          reference,
        ]),
      )
      .toEqual([]);
    expect(await countOrders()).toBe(1);
    expect(await readBalance()).toBe(0);
  });

  it('with a wrong hash: 401, and nothing is stored', async () => {
    await setSandboxScenario(here.shop.url, { webhook: { wrongHash: true } });
    await submitCardPage(link, 'close_tab');
    await expect.poll(async () => (await readDeliveries())[0], { timeout: 15_000 }).toBe(401);
    expect(
      await here.database.query('select from provider_events where reference = $1', [reference]),
    ).toEqual([]);
    expect(await countOrders()).toBe(0);
  });

  it('without a hash or for an unknown payment it changes nothing', async () => {
    const body = {
      event: 'charge.completed',
      data: { id: 1, tx_ref: reference, status: 'successful', amount: PRICE_NAIRA },
    };
    const answer = await callShopApi(here.shop.url, 'POST', WEBHOOK, {
      body,
      key: null,
    });
    expect(answer.status).toBe(401);
    expect(await countOrders()).toBe(0);
  });
});

describe('the money that arrived', () => {
  it('paid less: all of it is in the wallet, no order, and the next purchase works', async () => {
    await payAtSandboxCardPage(link, 'pay_less');
    const { transactions } = await readSandboxProviderState(here.shop.url);
    const paidNaira = transactions.find(({ txRef }) => txRef === reference)?.amount ?? 0;
    expect(paidNaira).toBeLessThan(PRICE_NAIRA);
    await expect.poll(readBalance).toBe(paidNaira);
    expect(await countOrders()).toBe(0);
    const again = await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: paidNaira - 200 });
    const end = await payAtSandboxCardPage(again.body.authorization_url ?? '');
    expect(end.searchParams.get('success')).toBe('true');
    expect(await countOrders()).toBe(1);
    expect(await readBalance()).toBe(200);
  });

  it('paid more: the order, and the rest in the wallet', async () => {
    await payAtSandboxCardPage(link, 'pay_more');
    const { transactions } = await readSandboxProviderState(here.shop.url);
    const paidNaira = transactions.find(({ txRef }) => txRef === reference)?.amount ?? 0;
    expect(paidNaira).toBeGreaterThan(PRICE_NAIRA);
    expect(await countOrders()).toBe(1);
    await expect.poll(readBalance).toBe(paidNaira - PRICE_NAIRA);
  });

  it('paid twice: one order and one wallet credit', async () => {
    await payAtSandboxCardPage(link, 'pay_twice');
    const { transactions } = await readSandboxProviderState(here.shop.url);
    expect(transactions.filter(({ txRef }) => txRef === reference)).toHaveLength(2);
    await expect.poll(readBalance, { timeout: 15_000 }).toBe(PRICE_NAIRA);
    expect(await countOrders()).toBe(1);
  });

  it('the tab closed and the webhook lost: the shop asks by itself', async () => {
    await setSandboxScenario(here.shop.url, { webhook: { drop: true } });
    await submitCardPage(link, 'close_tab');
    await here.shop.ops('clock', 'advance', '61s');
    await expect.poll(countOrders, { timeout: 60_000 }).toBe(1);
  });
});
