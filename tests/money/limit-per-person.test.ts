import { expect, it } from 'vitest';
import type { PaymentRecord } from '../../server/features/payments/payment-record.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, paidTransaction, withMoney } from './support/with-money.ts';

const REFUSED = { code: 'limit_per_person' };
const shop = openFixtureForFile(createTestDatabase, withMoney);

async function limitedProduct(max: number | null = 3): Promise<string> {
  const productId = await shop.product(100);
  await limit(productId, max);
  return productId;
}

const limit = (productId: string, max: number | null) =>
  shop.db.query('UPDATE products SET max_units_per_person = $2 WHERE id = $1', [productId, max]);

async function begin(userId: string, productId: string, quantity: number): Promise<PaymentRecord> {
  await shop.addToCart(userId, { productId, quantity });
  return shop.begin(userId);
}

const pay = (payment: PaymentRecord) => shop.settle(payment.reference, paidTransaction(payment));

it('counts all that one person has in the group, says so before paying, and leaves other people alone', async () => {
  const productId = await limitedProduct();
  const [userId, other] = [await shop.shopper(), await shop.shopper()];
  expect(await pay(await begin(userId, productId, 2))).toMatchObject({ result: 'ordered' });
  await expect(begin(userId, productId, 2)).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringMatching(
      /^Rice: One person can have at most 3 .+ in a group\. You already have 2 .+\.$/,
    ),
  });
  expect(await pay(await begin(other, productId, 3))).toMatchObject({ result: 'ordered' });
  await expectInvariants(shop.db);
});

it('a payment that comes when the limit is used up goes to the wallet, once', async () => {
  const productId = await limitedProduct();
  const userId = await shop.shopper();
  const late = await begin(userId, productId, 2);
  await shop.db.query(`UPDATE payments SET status = 'expired' WHERE id = $1`, [late.id]);
  await shop.db.query(`UPDATE carts SET status = 'consumed' WHERE id = $1`, [late.cartId]);
  expect(await pay(await begin(userId, productId, 2))).toMatchObject({ result: 'ordered' });
  const transaction = paidTransaction(late);
  const answers = [1, 2].map(() => shop.settle(late.reference, transaction));
  for (const answer of await Promise.all(answers)) expect(answer.result).toBe('wallet_credited');
  const [row] = await shop.db.query('SELECT outcome, failure FROM payments WHERE id = $1', [late.id]);
  expect(row).toEqual({ outcome: 'wallet_credited', failure: 'limit_reached' });
  expect(await shop.wallet(userId)).toEqual({ balanceKobo: 2 * GROUP_PRICE_KOBO, heldKobo: 0 });
  expect(await shop.groupOf(userId, productId)).toMatchObject({ units: 2 });
  await expectInvariants(shop.db);
});

it('a limit that is set while a card is charged also holds, and the part from the wallet is free again', async () => {
  const productId = await limitedProduct(null);
  const userId = await shop.shopper(40_000);
  await shop.addToCart(userId, { productId, quantity: 2 });
  const payment = await shop.begin(userId, 40_000);
  await limit(productId, 1);
  expect(await pay(payment)).toMatchObject({ result: 'wallet_credited', reason: 'limit_reached' });
  expect(await shop.wallet(userId)).toEqual({ balanceKobo: 2 * GROUP_PRICE_KOBO, heldKobo: 0 });
  await expectInvariants(shop.db);
});

it('who leaves or takes less can have the units again; a solo purchase has no limit', async () => {
  const productId = await limitedProduct();
  const userId = await shop.shopper();
  await pay(await begin(userId, productId, 3));
  const group = await shop.groupOf(userId, productId);
  await shop.db.query('SELECT leave_group($1, $2)', [userId, group.id]);
  expect(await pay(await begin(userId, productId, 3))).toMatchObject({ result: 'ordered' });
  await shop.addToCart(userId, { productId, quantity: 9, isSolo: true });
  expect(await pay(await shop.begin(userId))).toMatchObject({ result: 'ordered' });
  await expectInvariants(shop.db);
});
