import { describe, expect, it } from 'vitest';
import { lockExistingShopperRow } from '../../server/db/lock-shopper.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { endExpiredPaymentAttempt } from '../../server/features/payments/settle/expire-payment.ts';
import { endPaymentAttemptOnCardPageReturn } from '../../server/features/payments/settle/verify-service.ts';
import { postToLedger } from '../../server/ledger/ledger.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, paidTransaction, SOLO_PRICE_KOBO, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

async function failureOf(reference: string): Promise<string | null | undefined> {
  const [row] = await shop.db.query<{ failure: string | null }>(
    'SELECT failure FROM payments WHERE reference = $1',
    [reference],
  );
  return row?.failure;
}

describe('settling a card payment', () => {
  it('makes one order however often and in whatever order it is settled', async () => {
    const productId = await shop.product(100);
    const userId = await shop.shopper(300_000);
    await shop.addToCart(userId, { productId, quantity: 3 });
    const payment = await shop.begin(userId, 100_000);
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 300_000, heldKobo: 100_000 });
    const transaction = paidTransaction(payment);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.settle(payment.reference, transaction)),
    );
    expect(new Set(answers.map((answer) => answer.result))).toEqual(new Set(['ordered']));
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 200_000, heldKobo: 0 });
    expect(await shop.groupOf(userId, productId)).toMatchObject({ status: 'active', units: 3 });
    await expectInvariants(shop.db);
  });

  it('makes order and items of one moment, though the clock is moved between them', async () => {
    const productId = await shop.product(100);
    const userId = await shop.shopper();
    await shop.addToCart(userId, { productId, quantity: 1 });
    const payment = await shop.begin(userId, 0);
    const isWaiting = async () => {
      const rows = await shop.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    let settled: Promise<unknown> | undefined;
    // Another transaction takes the lock with which the product's group is opened, and never opens a group.
    const opening = shop.db.transaction(async (tx) => {
      await tx.query('SELECT joinable_group($1, app_now(), 48)', [productId]);
      settled = shop.settle(payment.reference, paidTransaction(payment));
      await expect.poll(isWaiting).toBe(true);
      await shop.advance(60_000);
      throw new Error('not opened');
    });
    await expect(opening).rejects.toThrow('not opened');
    expect(await settled).toMatchObject({ result: 'ordered' });
    await expectInvariants(shop.db);
  });

  it('turns too little money into wallet credit and makes no order', async () => {
    const { userId, productId, payment } = await shop.newAttempt(50_000);
    const less = paidTransaction(payment, { amountKobo: payment.cardKobo - 100 });
    expect(await shop.settle(payment.reference, less)).toEqual({
      result: 'wallet_credited',
      reason: 'paid_less',
    });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 50_000 + payment.cardKobo - 100, heldKobo: 0 });
    expect(await shop.buyByCard(userId, { productId, quantity: 1 })).toMatchObject({ result: 'ordered' });
    await expectInvariants(shop.db);
  });

  it('puts what was paid too much into the wallet, rounded up to whole naira', async () => {
    const { userId, payment } = await shop.newAttempt();
    const more = paidTransaction(payment, { amountKobo: payment.cardKobo + 150 });
    expect(await shop.settle(payment.reference, more)).toMatchObject({ result: 'ordered' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 200, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('credits a second payment of the same reference in full', async () => {
    const { userId, payment } = await shop.newAttempt();
    const [first, second] = [paidTransaction(payment), paidTransaction(payment)];
    const answers = await Promise.all(
      [first, second, second, first].map((tx) => shop.settle(payment.reference, tx)),
    );
    expect(answers.map((answer) => answer.result).sort()).toEqual([
      'ordered',
      'ordered',
      'wallet_credited',
      'wallet_credited',
    ]);
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('parks another currency for a person and frees the hold', async () => {
    const { userId, payment } = await shop.newAttempt(50_000);
    const dollars = paidTransaction(payment, { currency: 'USD' });
    expect(await shop.settle(payment.reference, dollars)).toEqual({ result: 'review' });
    expect(await failureOf(payment.reference)).toBe('currency');
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 50_000, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('parks money that arrives for a deleted account', async () => {
    const { userId, payment } = await shop.newAttempt();
    await shop.db.query('UPDATE users SET deleted_at = app_now(), email = NULL, phone = NULL WHERE id = $1', [
      userId,
    ]);
    expect(await shop.settle(payment.reference, paidTransaction(payment))).toEqual({ result: 'review' });
    expect(await failureOf(payment.reference)).toBe('account_deleted');
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 0, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('waits while the provider has no verdict and keeps the hold through a declined try', async () => {
    const { userId, payment } = await shop.newAttempt(50_000);
    for (const status of ['pending', 'failed'] as const) {
      const tried = paidTransaction(payment, { status, reason: 'Insufficient funds' });
      expect(await shop.settle(payment.reference, tried)).toEqual({ result: 'unchanged' });
    }
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 50_000, heldKobo: 50_000 });
    expect(await shop.settle(payment.reference, paidTransaction(payment))).toMatchObject({
      result: 'ordered',
    });
    await expectInvariants(shop.db);
  });

  it('gives the order to the older attempt that was paid, and supersedes the newer one of the same cart', async () => {
    const productId = await shop.product(100);
    const userId = await shop.shopper(GROUP_PRICE_KOBO / 2);
    await shop.addToCart(userId, { productId, quantity: 1 });
    const older = await shop.begin(userId, GROUP_PRICE_KOBO / 2);
    const newer = await shop.begin(userId, GROUP_PRICE_KOBO / 2);
    expect(await shop.settle(older.reference, paidTransaction(older))).toMatchObject({ result: 'ordered' });
    expect(await shop.settle(newer.reference, paidTransaction(newer))).toEqual({
      result: 'wallet_credited',
      reason: 'cart_bought',
    });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: GROUP_PRICE_KOBO / 2, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('credits the money when a product was withdrawn or the wallet part is gone', async () => {
    const { userId, productId, payment } = await shop.newAttempt(50_000);
    await shop.db.query('UPDATE products SET active = false WHERE id = $1', [productId]);
    expect(await shop.settle(payment.reference, paidTransaction(payment))).toEqual({
      result: 'wallet_credited',
      reason: 'product_withdrawn',
    });
    await shop.db.query('UPDATE products SET active = true WHERE id = $1', [productId]);
    const second = await shop.begin(userId, 90_000);
    const third = await shop.begin(userId);
    await shop.addToCart(userId, { productId: await shop.product(9), quantity: 1 });
    expect(await shop.settle(third.reference, paidTransaction(third))).toMatchObject({ result: 'ordered' });
    expect(await shop.payFromWallet(userId)).toMatchObject({ result: 'ordered' });
    expect(await shop.settle(second.reference, paidTransaction(second))).toMatchObject({
      result: 'wallet_credited',
    });
    await expectInvariants(shop.db);
  });

  it('credits the card part when the wallet part, no longer held, went elsewhere', async () => {
    const { userId, payment } = await shop.newAttempt(50_000);
    // The wallet and the hold of another shopper must stay untouched.
    await shop.newAttempt(50_000);
    const attempt = { reference: payment.reference, isOverdue: true };
    expect(await endExpiredPaymentAttempt(shop.db, attempt, { ok: true, transaction: null })).toBe(true);
    await shop.db.transaction(async (tx) => {
      await lockExistingShopperRow(tx, userId);
      await postToLedger(tx, {
        ...{ kind: 'goodwill', ref: `back:${userId}`, description: 'Back', actor: 'test' },
        entries: [
          { account: 'promo:goodwill', amountKobo: 50_000 },
          { account: `wallet:${userId}`, amountKobo: -50_000 },
        ],
      });
    });
    expect(await shop.settle(payment.reference, paidTransaction(payment))).toEqual({
      result: 'wallet_credited',
      reason: 'wallet_short',
    });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: payment.cardKobo, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('takes no hold again that was captured', async () => {
    const userId = await shop.shopper(100_000);
    await shop.addToCart(userId, { productId: await shop.product(100), quantity: 1 });
    const payment = await shop.begin(userId, 50_000);
    await shop.settle(payment.reference, paidTransaction(payment));
    const again = shop.db.query('SELECT take_hold($1, $2, 50000)', [payment.id, userId]);
    await expect(again).rejects.toMatchObject({ code: '23514' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 50_000, heldKobo: 0 });
    await expectInvariants(shop.db);
  });

  it('keeps what was added to the cart while the money was on its way', async () => {
    const productId = await shop.product(100);
    const other = await shop.product(100);
    const userId = await shop.shopper();
    await shop.addToCart(userId, { productId, quantity: 2 });
    const payment = await shop.begin(userId);
    await shop.addToCart(userId, { productId, quantity: 3 });
    await shop.addToCart(userId, { productId: other, quantity: 1 });
    await shop.settle(payment.reference, paidTransaction(payment));
    const left = await shop.db.query(
      `SELECT i.product_id AS "productId", i.quantity FROM carts c JOIN cart_items i ON i.cart_id = c.id
       WHERE c.user_id = $1 AND c.status = 'open' ORDER BY i.id`,
      [userId],
    );
    expect(left).toEqual([
      { productId, quantity: 3 },
      { productId: other, quantity: 1 },
    ]);
    await expectInvariants(shop.db);
  });

  it('sells alone beside a group in one order', async () => {
    const productId = await shop.product(100);
    const userId = await shop.shopper();
    await shop.addToCart(userId, { productId, quantity: 2 });
    await shop.addToCart(userId, { productId, quantity: 1, isSolo: true });
    const payment = await shop.begin(userId);
    expect(payment.totalKobo).toBe(2 * GROUP_PRICE_KOBO + SOLO_PRICE_KOBO);
    await shop.settle(payment.reference, paidTransaction(payment));
    const groups = await shop.db.query(
      `SELECT g.kind, g.status, g.units_sold AS units FROM order_items i JOIN groups g ON g.id = i.group_id
       WHERE i.user_id = $1 ORDER BY g.kind`,
      [userId],
    );
    expect(groups).toEqual([
      { kind: 'open', status: 'active', units: 2 },
      { kind: 'solo', status: 'secured', units: 1 },
    ]);
    await expectInvariants(shop.db);
  });

  it('lands in the quoted group until it is secured, afterwards in the next one', async () => {
    const productId = await shop.product(2);
    const [early, late, later] = await Promise.all([shop.shopper(), shop.shopper(), shop.shopper()]);
    await shop.buyByCard(early, { productId, quantity: 1 });
    await shop.addToCart(late, { productId, quantity: 1 });
    await shop.addToCart(later, { productId, quantity: 1 });
    const [latePayment, laterPayment] = [await shop.begin(late), await shop.begin(later)];
    await shop.buyByCard(early, { productId, quantity: 1 });
    const first = await shop.groupOf(early, productId);
    expect(first).toMatchObject({ status: 'successful', units: 2 });
    await shop.settle(latePayment.reference, paidTransaction(latePayment));
    expect(await shop.groupOf(late, productId)).toMatchObject({ id: first.id, units: 3 });
    await shop.db.transaction((tx) => moveGroupToSecured(tx, first.id));
    await shop.settle(laterPayment.reference, paidTransaction(laterPayment));
    const second = await shop.groupOf(later, productId);
    expect(second).toMatchObject({ status: 'active', units: 1 });
    expect(second.id).not.toBe(first.id);
    await expectInvariants(shop.db);
  });
});

it('a movement happens once, however often it is posted', async () => {
  const userId = await shop.shopper();
  const post = () =>
    shop.db.transaction(async (tx) => {
      await lockExistingShopperRow(tx, userId);
      return postToLedger(tx, {
        ...{
          kind: 'goodwill',
          ref: `once:${userId}`,
          description: 'Once',
          actor: 'test',
        },
        entries: [
          { account: 'promo:goodwill', amountKobo: -100_000 },
          { account: `wallet:${userId}`, amountKobo: 100_000 },
        ],
      });
    });
  expect([await post(), await post()]).toEqual([expect.any(Number), null]);
  expect(await shop.wallet(userId)).toEqual({ balanceKobo: 100_000, heldKobo: 0 });
});

describe('a failed try', () => {
  it.each(['Insufficient funds', undefined])(
    'of which the bank says %j is told with a reason',
    async (reason) => {
      const [{ payment: first }, { payment: second }] = [await shop.newAttempt(), await shop.newAttempt()];
      const [expired, returned] = [first.reference, second.reference];
      const failed = paidTransaction(first, { status: 'failed', ...(reason ? { reason } : {}) });
      const attempt = { reference: expired, isOverdue: false };
      const expire = () => endExpiredPaymentAttempt(shop.db, attempt, { ok: true, transaction: failed });
      expect([await expire(), await expire()], 'it ends once').toEqual([true, false]);
      const deps = {
        db: shop.db,
        provider: createSandboxProviderClient(UNREACHABLE_URL),
        groupWindowHours: 48,
      };
      await endPaymentAttemptOnCardPageReturn(deps, returned, 'failed', {
        seen: 'failed',
        ...(reason ? { reason } : {}),
      });
      const told = await shop.db.query<{ reason: string }>(
        `SELECT payload ->> 'reason' AS reason FROM outbox
       WHERE dedupe_key IN ('pay:' || $1 || ':failed', 'pay:' || $2 || ':failed') ORDER BY id`,
        [expired, returned],
      );
      expect(told.map((row) => row.reason)).toEqual(
        reason ? [reason, reason] : ['The card was declined', 'The payment was not completed'],
      );
    },
  );
});
