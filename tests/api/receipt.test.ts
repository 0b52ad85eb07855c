import { expect, test } from 'vitest';
import type { OrderReceipt } from '#contract/schemas/order.ts';
import type { PaymentMethod } from '#contract/schemas/payment.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** The receipt that a shopper can show of an order. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture);

const receiptOf = (buyer: TestShopper, trackingNumber: string) =>
  buyer.call<{ data: OrderReceipt }>('GET', `/api/orders/${trackingNumber}/receipt`);

/** Pays the cart. @returns the order's tracking number. */
async function orderOf(buyer: TestShopper, method: PaymentMethod, walletNaira = 0): Promise<string> {
  const pay = await buyer.pay({ method, walletNaira });
  if (method !== 'wallet_only') {
    const { authorization_url: link, reference } = expectStartedCardPayment(pay);
    await submitCardPage(link, 'success');
    await runOpsCommandInTest(shop, 'payment', 'verify', reference);
  }
  const [order] = await shop.db.query<{ tracking: string }>(
    'SELECT tracking_no AS tracking FROM orders WHERE user_id = $1',
    [buyer.id],
  );
  return order?.tracking ?? 'none';
}

test('a receipt tells lines, how they were paid, and what went back', async () => {
  const buyer = await shop.buyer({ walletNaira: 10_000, priceNaira: 1_500, quantity: 2 });
  const tracking = await orderOf(buyer, 'wallet_only', 3_000);
  await runOpsCommandInTest(
    shop,
    'item',
    'refund',
    tracking,
    '--line',
    '1',
    '--amount',
    '700',
    '--reason',
    'a torn bag',
  );

  const { status, body } = await receiptOf(buyer, tracking.toLowerCase());
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ trackingNumber: tracking, centre: { name: expect.any(String) } },
    lines: [{ title: 'Local Rice', unit: null, quantity: 2, paid: 3_000, refunded: 700 }],
    ...{ total: 3_000, walletUsed: 3_000, cardAmount: 0, refunded: 700 },
  });
});

test('a receipt names the unit as the shop shows it', async () => {
  const buyer = await shop.shopper(10_000);
  const units = [{ name: 'keg-5l', displayName: '5 L keg', quantity: 5, baseNaira: 2_000 }];
  await buyer.add(await addTestProduct(shop, { units }), 1, 'keg-5l');
  const tracking = await orderOf(buyer, 'wallet_only', 1_000);
  expect((await receiptOf(buyer, tracking)).body.data.lines).toMatchObject([{ unit: '5 L keg' }]);
});

test('what was paid by card is told apart from what the wallet gave', async () => {
  const buyer = await shop.buyer({ walletNaira: 400 });
  const { body } = await receiptOf(buyer, await orderOf(buyer, 'wallet_and_flutterwave', 400));
  expect(body.data).toMatchObject({ total: 5_000, walletUsed: 400, cardAmount: 4_600, refunded: 0 });
});

test("an order is its buyer's alone", async () => {
  const buyer = await shop.buyer();
  const tracking = await orderOf(buyer, 'flutterwave_only');
  expect((await receiptOf(buyer, tracking)).status).toBe(200);
  expect((await receiptOf(await shop.shopper(), tracking)).status).toBe(404);
  expect((await receiptOf(buyer, 'GB-00000000')).status).toBe(404);
});
