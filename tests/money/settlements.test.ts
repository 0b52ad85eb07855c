import { beforeAll, expect, test } from 'vitest';
import {
  checkInvariants,
  checkInvariantsInTransaction,
} from '../../server/features/invariants/invariants.ts';
import { findCurrentLagosDay } from '../../server/features/payments/reconciliation/reconciliation-repository.ts';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import type { ProviderSettlement } from '../../server/provider/provider.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi } from '../support/shopper.ts';
import { readAccountNaira } from './support/account-naira.ts';
import { expectInvariants } from './support/expect-invariants.ts';

/** The provider's payouts and fees. @source money.md */

const shop = openFixtureForFile(openPaymentTestShop);
let deps: Parameters<typeof reconcilePayments>[0];
let fees: string;

beforeAll(() => {
  const { db, config, deps: all } = shop;
  deps = { db, provider: all.provider, groupWindowHours: config.groupWindowHours };
  fees = `fees:${all.provider.name}`;
});

async function pay(): Promise<number> {
  const shopper = await shop.buyer();
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  return (await shop.sandbox()).transactions.find((one) => one.txRef === reference)?.id ?? 0;
}
const atBank = (what: string, body: object = {}) =>
  callShopApi(shop.url, 'POST', `/sandbox/${what}`, { body, key: null });
const nightly = async () => reconcilePayments(deps, await findCurrentLagosDay(shop.db));
const naira = (code: string) => readAccountNaira(shop.db, code);
const books = async () => [await naira(deps.provider.accountCode), await naira('bank'), await naira(fees)];

test('a payout is booked once: the bank has the net, the provider its fees and owes nothing more', async () => {
  await pay();
  const disputed = await pay();
  await atBank('chargeback', { transactionId: disputed, amount: 1_000 });
  await atBank('settlement');
  expect(await books()).toEqual([-10_000, 0, 0]);
  await nightly();
  expect(await nightly()).toMatchObject({ items: 0 });
  expect(await books()).toEqual([0, -8_860, -140]);
  await pay();
  await expectInvariants(shop.db);
  await atBank('settlement');
  await nightly();
  expect(await books()).toEqual([0, -13_790, -210]);
  await expectInvariants(shop.db);
});

test('a payout that takes more back than it pays is booked: the bank gives', async () => {
  const paid = await pay();
  await atBank('settlement');
  await nightly();
  const [owed = 0, bank = 0, kept = 0] = await books();
  await atBank('refund', { transactionId: paid });
  await atBank('settlement');
  expect((await shop.sandbox()).settlements.at(-1)).toMatchObject({ net: -5_000, fee: 0 });
  await nightly();
  expect(await books()).toEqual([owed, bank + 5_000, kept]);
  expect(await nightly()).toMatchObject({ items: 0 });
  // Only the refund that no wallet covers is left for the operator.
  const items = `SELECT kind FROM recon_items WHERE status = 'open' AND kind <> 'chargeback'`;
  expect(await shop.db.query(items)).toEqual([{ kind: 'refund' }]);
  await expectInvariants(shop.db);
});

test('a payout that only covers what went back pays nothing, and its fee is booked all the same', async () => {
  const paid = await pay();
  const [owed = 0, bank = 0, kept = 0] = await books();
  await atBank('chargeback', { transactionId: paid, amount: 4_930 });
  await atBank('settlement');
  expect((await shop.sandbox()).settlements.at(-1)).toMatchObject({ net: 0, fee: 70 });
  await nightly();
  expect(await books()).toEqual([owed + 5_000, bank, kept - 70]);
  await expectInvariants(shop.db);
});

test('a payout whose figures are odd is shown to the operator', async () => {
  const good: ProviderSettlement = {
    id: 'odd-1',
    isPaid: true,
    currency: 'NGN',
    grossKobo: 500_000,
    feeKobo: 7_000,
    reversedKobo: 0,
    netKobo: 493_000,
  };
  const told = async (...rows: ProviderSettlement[]) => {
    const listSettlements: typeof deps.provider.listSettlements = async () => ({
      ok: true,
      rows,
      unreadable: [],
      page: 1,
      totalPages: 1,
    });
    await reconcilePayments(
      { ...deps, provider: { ...deps.provider, listSettlements } },
      await findCurrentLagosDay(shop.db),
    );
    return shop.db.query(
      `SELECT reference, note FROM recon_items WHERE kind = 'settlement' AND status = 'open' ORDER BY id`,
    );
  };
  const before = await books();
  expect(await told({ ...good, isPaid: false })).toEqual([]);
  expect(await told({ ...good, id: 'usd-1', currency: 'USD' })).toHaveLength(1);
  expect(await books()).toEqual(before);
  expect(await told({ ...good, netKobo: 400_000 })).toEqual([
    { reference: 'usd-1', note: 'paid out in USD: not booked' },
    { reference: 'odd-1', note: 'its figures do not add up' },
  ]);
  await shop.db.query(`UPDATE recon_items SET status = 'resolved', resolved_at = app_now()`);
  expect(await told(good)).toEqual([{ reference: 'odd-1', note: 'other figures than when it was booked' }]);
  await expectInvariants(shop.db);
});

test('a kobo on the wrong account is seen, although the books balance', async () => {
  class Rollback extends Error {}
  const broken = shop.db.transaction(async (tx) => {
    await tx.query(
      `SELECT post_ledger('overpaid', 'nobody', 'REFUND', '', '{}', 'test', ARRAY['sales', 'suspense'], ARRAY[-100, 100]::bigint[])`,
    );
    const names = (await checkInvariantsInTransaction(tx))
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ name }) => name);
    throw new Rollback(names.join(' '));
  });
  await expect(broken).rejects.toThrow(/I29 I32 I33/);
  expect((await checkInvariants(shop.db)).flatMap(({ breaches }) => breaches)).toEqual([]);
});
