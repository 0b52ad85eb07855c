import { expect } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { requestCardRefund } from '../../../server/features/payments/card-refunds/card-refunds.ts';
import { fetchAndRecordSettlements } from '../../../server/features/payments/reconciliation/settlements.ts';
import { fetchAndRecordReversals } from '../../../server/features/payments/reversals/reversals.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../../server/ledger/amount-approval.ts';
import type { PaymentProvider } from '../../../server/provider/provider.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../../support/card-provider.ts';
import { runJobs } from './run-jobs.ts';
import { type MoneyShop, paidTransaction } from './with-money.ts';

/**
 * Fills the shop with one of each: forming, secured and refunded groups, a live hold, credits, a review, a paid reward.
 */
export async function fillShop(filled: MoneyShop): Promise<void> {
  const failing = await filled.product(100);
  await filled.buyByCard(await filled.shopper(), { productId: failing, quantity: 1 });
  await filled.advance(49 * 3_600_000);
  await runJobs(filled.db);
  const [forming, small] = [await filled.product(100), await filled.product(3)];
  const referrer = await filled.shopper();
  for (let index = 0; index < 3; index += 1) {
    const friend = await filled.shopper(0, referrer);
    await filled.buyByCard(friend, { productId: small, quantity: 1 });
  }
  await runJobs(filled.db);
  const holder = await filled.shopper(90_000);
  await filled.buyByCard(holder, { productId: forming, quantity: 1 });
  await filled.addToCart(holder, { productId: forming, quantity: 1 });
  await filled.begin(holder, 50_000);
  const [twice, foreign] = [await filled.shopper(), await filled.shopper()];
  for (const [userId, currency] of [
    [twice, 'NGN'],
    [foreign, 'USD'],
  ] as const) {
    await filled.addToCart(userId, { productId: forming, quantity: 1 });
    const payment = await filled.begin(userId);
    await filled.settle(payment.reference, paidTransaction(payment, { currency }));
    await filled.settle(payment.reference, paidTransaction(payment, { currency }));
  }
  await runJobs(filled.db);
  await takeBack(filled.db);
  await sendBack(filled.db);
}

/** Begins a refund to the card that paid for the failed group. */
async function sendBack(db: Database): Promise<void> {
  const [paid] = await db.query<{ reference: string }>(
    `SELECT p.reference FROM payments p JOIN orders o ON o.payment_id = p.id JOIN order_items i ON i.order_id = o.id
     WHERE i.refunded_kobo > 0`,
  );
  const wish = {
    reference: paid?.reference ?? '',
    amountKobo: null,
    key: 'k',
    approvedBy: null,
    reason: 'test',
  };
  await db.transaction((tx) => requestCardRefund(tx, { ...wish, ...UNLIMITED_SYSTEM_ACTOR }));
}

/** Records a chargeback of an order and a payout, as the provider lists them. */
async function takeBack(db: Database): Promise<void> {
  const [paid] = await db.query<{ id: string; amountKobo: number }>(
    `SELECT tx_id AS id, amount_kobo AS "amountKobo" FROM provider_transactions WHERE outcome = 'ordered' ORDER BY seen_at DESC LIMIT 1`,
  );
  const told = {
    id: '1',
    transactionId: paid?.id ?? '',
    amountKobo: paid?.amountKobo ?? 0,
    status: 'taken',
  } as const;
  const provider: PaymentProvider = {
    ...createSandboxProviderClient(UNREACHABLE_URL),
    listReversals: async (kind) => ({
      ok: true,
      rows: kind === 'chargeback' ? [{ kind, ...told }] : [],
      unreadable: [],
      page: 1,
      totalPages: 1,
    }),
    listSettlements: async () => ({
      ok: true,
      rows: [
        { id: '1', isPaid: true, currency: 'NGN', grossKobo: 100, feeKobo: 2, reversedKobo: 8, netKobo: 90 },
      ],
      unreadable: [],
      page: 1,
      totalPages: 1,
    }),
  };
  const deps = { db, provider, groupWindowHours: 48 };
  expect((await fetchAndRecordReversals(deps, '2020-01-01', '2020-01-02')).troubles).toHaveLength(1);
  expect((await fetchAndRecordSettlements(deps, '2020-01-01', '2020-01-02')).items).toEqual([]);
}
