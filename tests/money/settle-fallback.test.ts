import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../server/features/invariants/invariants.ts';
import { settleVerifiedTransaction } from '../../server/features/payments/settle/verify-service.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, paidTransaction, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

beforeAll(async () => {
  await shop.db.query(
    `CREATE FUNCTION break_here() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'broken on purpose' USING errcode = tg_argv[0]; END $$`,
  );
});
afterEach(async () => {
  await shop.db.query('DROP TRIGGER IF EXISTS broken ON orders');
  await shop.db.query('DROP TRIGGER IF EXISTS broken ON groups');
  await shop.db.query('DROP TRIGGER IF EXISTS broken ON ledger_tx');
  await shop.db.query('DROP TRIGGER IF EXISTS broken ON provider_transactions');
});

const breakOrders = (code: string) =>
  shop.db.query(
    `CREATE TRIGGER broken BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION break_here('${code}')`,
  );

const itemsOf = (transactionId: string) =>
  shop.db.query<{ kind: string; status: string; note: string; isDue: boolean }>(
    `SELECT kind, status, note, due_at <= app_now() + interval '24 hours' AS "isDue" FROM recon_items
     WHERE reference = $1 ORDER BY kind`,
    [transactionId],
  );

describe('a paid order that cannot be made', () => {
  it('becomes wallet credit when its units are too many to count, and an operator hears of it', async () => {
    const { userId, payment } = await shop.newAttempt(50_000);
    await shop.db.query(
      `UPDATE payment_lines SET base_unit_qty = 2147483647, quantity = 2, unit_price_kobo = unit_price_kobo / 2
       WHERE payment_id = $1`,
      [payment.id],
    );
    const paid = paidTransaction(payment);
    const credited = { result: 'wallet_credited', reason: 'order_failed' };
    expect(await shop.settle(payment.reference, paid)).toEqual(credited);
    expect(await shop.settle(payment.reference, paid)).toEqual({ result: 'wallet_credited' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
    expect(await itemsOf(paid.id)).toEqual([
      { kind: 'order_failed', status: 'open', note: expect.stringContaining('22003'), isDue: true },
    ]);
    await expectInvariants(shop.db);
  });

  it('waits whole for its next try when no group holds still', async () => {
    const { userId, payment } = await shop.newAttempt(50_000);
    await shop.db.query(
      `CREATE TRIGGER broken BEFORE UPDATE ON groups FOR EACH ROW EXECUTE FUNCTION break_here('AJ001')`,
    );
    const paid = paidTransaction(payment);
    await expect(shop.settle(payment.reference, paid)).rejects.toMatchObject({ code: '40001' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 50_000, heldKobo: 50_000 });
    expect(await itemsOf(paid.id)).toEqual([]);
    await shop.db.query('DROP TRIGGER broken ON groups');
    expect(await shop.settle(payment.reference, paid)).toMatchObject({ result: 'ordered' });
    await expectInvariants(shop.db);
  });

  it('becomes a review item with a due time when even the credit cannot be posted', async () => {
    const { userId, payment } = await shop.newAttempt();
    await breakOrders('22000');
    await shop.db.query(
      `CREATE TRIGGER broken BEFORE INSERT ON ledger_tx FOR EACH ROW WHEN (NEW.kind = 'late_credit')
       EXECUTE FUNCTION break_here('22003')`,
    );
    const paid = paidTransaction(payment);
    expect(await shop.settle(payment.reference, paid)).toEqual({ result: 'review', reason: 'order_failed' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: 0, heldKobo: 0 });
    expect(await itemsOf(paid.id)).toMatchObject([
      { kind: 'order_failed', status: 'open' },
      {
        kind: 'review',
        status: 'open',
        isDue: true,
        note: expect.stringContaining('order_failed, and not credited: 22003'),
      },
    ]);
    await expectInvariants(shop.db);
  });

  it.each(['40001', '40P01', '55P03', '57014', '53200', '58030'])(
    'is tried again and never credited after %s, which says nothing about the order',
    async (code) => {
      const { userId, productId, payment } = await shop.newAttempt(30_000);
      await breakOrders(code);
      const paid = paidTransaction(payment);
      await expect(shop.settle(payment.reference, paid)).rejects.toMatchObject({ code });
      expect(await shop.wallet(userId)).toEqual({ balanceKobo: 30_000, heldKobo: 30_000 });
      expect(await itemsOf(paid.id)).toEqual([]);
      await shop.db.query('DROP TRIGGER broken ON orders');
      expect(await shop.settle(payment.reference, paid)).toMatchObject({ result: 'ordered' });
      expect(await shop.groupOf(userId, productId)).toMatchObject({ units: 1 });
      await expectInvariants(shop.db);
    },
  );

  it('takes nothing from a wallet that pays alone', async () => {
    const userId = await shop.shopper(GROUP_PRICE_KOBO);
    await shop.addToCart(userId, { productId: await shop.product(100), quantity: 1 });
    await breakOrders('22003');
    await expect(shop.payFromWallet(userId)).rejects.toMatchObject({ code: '22003' });
    expect(await shop.wallet(userId)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
    await expectInvariants(shop.db);
  });
});

it('a success that could not be settled at all is kept, so that the invariants name it', async () => {
  const { payment } = await shop.newAttempt();
  const paid = paidTransaction(payment);
  await shop.db.query(
    `CREATE TRIGGER broken BEFORE UPDATE OF outcome ON provider_transactions FOR EACH ROW
     EXECUTE FUNCTION break_here('XX000')`,
  );
  const deps = { db: shop.db, provider: createSandboxProviderClient(UNREACHABLE_URL), groupWindowHours: 48 };
  await expect(settleVerifiedTransaction(deps, paid)).rejects.toMatchObject({ code: 'XX000' });
  await shop.advance(11 * 60_000);
  const broken = (await checkInvariants(shop.db)).filter((invariant) => invariant.breaches.length > 0);
  expect(broken.map(({ name, breaches }) => [name, ...breaches])).toEqual([
    ['I12', `transaction ${paid.id} of ${payment.reference}`],
  ]);
  await shop.db.query('DROP TRIGGER broken ON provider_transactions');
  expect(await settleVerifiedTransaction(deps, paid)).toMatchObject({ result: 'ordered' });
  await expectInvariants(shop.db);
});

it('a success first seen as pending is named ten minutes after it was told and could not be settled, not before', async () => {
  const { payment } = await shop.newAttempt();
  const paid = paidTransaction(payment);
  const deps = { db: shop.db, provider: createSandboxProviderClient(UNREACHABLE_URL), groupWindowHours: 48 };
  expect(await settleVerifiedTransaction(deps, { ...paid, status: 'pending' })).toEqual({
    result: 'unchanged',
  });
  await shop.advance(60 * 60_000);
  await shop.db.query(
    `CREATE TRIGGER broken BEFORE UPDATE OF outcome ON provider_transactions FOR EACH ROW
     EXECUTE FUNCTION break_here('XX000')`,
  );
  await expect(settleVerifiedTransaction(deps, paid)).rejects.toMatchObject({ code: 'XX000' });
  await expectInvariants(shop.db);
  await shop.advance(9 * 60_000);
  await expect(settleVerifiedTransaction(deps, paid)).rejects.toMatchObject({ code: 'XX000' });
  await expectInvariants(shop.db);
  await shop.advance(2 * 60_000);
  const broken = (await checkInvariants(shop.db)).filter((invariant) => invariant.breaches.length > 0);
  expect(broken.map(({ name, breaches }) => [name, ...breaches])).toEqual([
    ['I12', `transaction ${paid.id} of ${payment.reference}`],
  ]);
  await shop.db.query('DROP TRIGGER broken ON provider_transactions');
  expect(await settleVerifiedTransaction(deps, paid)).toMatchObject({ result: 'ordered' });
  await expectInvariants(shop.db);
});
