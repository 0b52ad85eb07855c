import { beforeAll, expect, it } from 'vitest';
import type { Database, Queryable } from '../../server/db/database.ts';
import { invariants, judgeInvariants } from '../../server/features/invariants/invariants.ts';
import { askCardRefund } from '../../server/features/payments/card-refunds.ts';
import { bookReversals } from '../../server/features/payments/reversals.ts';
import { bookSettlements } from '../../server/features/payments/settlements.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';
import { NOBODY, openSandboxProvider } from '../support/card-provider.ts';
import { createTestDatabase } from '../support/database.ts';
import { forFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';
import { type MoneyShop, paidTransaction, withMoney } from './support/with-money.ts';

const shop = forFile(createTestDatabase, withMoney);

beforeAll(async () => {
  await fillShop(shop);
});

/** One of everything: forming, secured and refunded groups, a live hold, credits, a review, a paid round. */
async function fillShop(filled: MoneyShop): Promise<void> {
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

/** A refund to the card that paid for the failed group, on its way. */
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
  await db.transaction((tx) => askCardRefund(tx, { ...wish, actor: 'system' }));
}

/** A chargeback of an order and a payout, of which the provider tells. */
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
    ...openSandboxProvider(NOBODY),
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
  expect((await bookReversals(deps, '2020-01-01', '2020-01-02')).troubles).toHaveLength(1);
  expect((await bookSettlements(deps, '2020-01-01', '2020-01-02')).items).toEqual([]);
}

/** For each law: what somebody with the owner's rights would have to do to the tables to break it. */
const sabotage: Record<string, string> = {
  I1: `UPDATE ledger_entries SET amount_kobo = amount_kobo + 100 WHERE id = (SELECT min(id) FROM ledger_entries)`,
  I2: `INSERT INTO ledger_tx (kind, ref, reason) VALUES ('odd', '1', 'x')`,
  I3: `UPDATE wallets SET held_kobo = balance_kobo + 100`,
  I4: `UPDATE wallets SET balance_kobo = balance_kobo + 100, credit_total_kobo = credit_total_kobo + 100
       WHERE account_id = (SELECT min(account_id) FROM wallets)`,
  I5: `UPDATE groups SET participant_count = participant_count + 1`,
  I6: `UPDATE groups SET min_units = units_sold WHERE status = 'active'`,
  I7: `UPDATE order_items SET refunded_kobo = refunded_kobo + 100
       WHERE group_id IN (SELECT id FROM groups WHERE status = 'active')`,
  I8: `UPDATE provider_transactions SET amount_kobo = amount_kobo + 100 WHERE outcome = 'ordered'`,
  I9: `UPDATE orders SET payment_id = p.id FROM payments p
       WHERE p.outcome = 'review'; UPDATE payments SET cart_id = (SELECT cart_id FROM payments WHERE outcome = 'ordered'
       ORDER BY id LIMIT 1)`,
  I10: `UPDATE groups SET joinable = true`,
  I11: `UPDATE payment_lines SET quantity = quantity + 1`,
  I12: `UPDATE provider_transactions SET outcome = NULL, seen_at = seen_at - interval '1 day'`,
  I13: `UPDATE provider_transactions SET status = 'failed'`,
  I14: `UPDATE payments SET outcome = 'wallet_credited' WHERE outcome = 'ordered'`,
  I16: `UPDATE order_items SET refunded_kobo = 0 WHERE group_id IN (SELECT id FROM groups WHERE status = 'refunded')`,
  I17: `UPDATE groups SET deadline = deadline - interval '90 days';
        UPDATE settings SET updated_at = now() - interval '1 hour'`,
  I18: `INSERT INTO referral_rounds (referrer_id, round_no, ledger_tx_id)
        SELECT referrer_id, 2, (SELECT min(id) FROM ledger_tx) FROM referral_rounds`,
  I19: `UPDATE order_items SET counted = false`,
  I20: `DELETE FROM notifications WHERE title = 'Group Buy Secured'`,
  I21: `UPDATE groups SET status = 'delivered' WHERE status = 'refunded'`,
  I22: `UPDATE order_items SET quantity = quantity + 1, paid_kobo = paid_kobo + 100`,
  I26: `ALTER TABLE audit_log DISABLE TRIGGER USER`,
  I28: `UPDATE payments SET status = 'cancelled' WHERE status = 'pending'`,
  I32: `INSERT INTO ledger_tx (kind, ref, reason) VALUES ('goodwill', 'odd', 'x');
        INSERT INTO ledger_entries (tx_id, account_id, amount_kobo)
        SELECT (SELECT id FROM ledger_tx WHERE ref = 'odd'), id, CASE code WHEN 'bank' THEN 100 ELSE -100 END
        FROM ledger_accounts WHERE code IN ('bank', 'promo:goodwill')`,
  I33: `UPDATE order_items SET paid_kobo = paid_kobo + 100`,
  I34: `UPDATE provider_settlements SET fee_kobo = fee_kobo + 100`,
  I31: `UPDATE card_refunds SET status = 'failed'`,
  I30: `UPDATE provider_reversals SET amount_kobo = amount_kobo + 100`,
  I29: `UPDATE recon_items SET status = 'resolved' WHERE kind = 'review'`,
};

it('holds after one of everything', () => expectInvariants(shop.db));

it('has a sabotage for every law', () => {
  expect(Object.keys(sabotage).sort()).toEqual(invariants.map((invariant) => invariant.name).sort());
});

it.each(invariants.map((invariant) => [invariant.name, invariant.law]))(
  '%s is seen when broken: %s',
  async (name) => {
    class Rollback extends Error {}
    let broken: string[] = [];
    await expect(
      shop.db.transaction(async (tx) => {
        await dropGuards(tx);
        await tx.query(sabotage[name] ?? '');
        const results = await judgeInvariants(tx);
        broken = results.filter((result) => result.breaches.length > 0).map((result) => result.name);
        throw new Rollback();
      }),
    ).rejects.toBeInstanceOf(Rollback);
    expect(broken).toContain(name);
  },
);

it.each([
  ['I18', 'referral', `DELETE FROM referral_rounds`],
  ['I19', 'referral', sabotage.I19],
  ['I20', 'group.successful', sabotage.I20],
])('%s is seen although work that was given up lies beside it', async (name, topic, damage) => {
  class Rollback extends Error {}
  let breaches: string[] | undefined;
  await expect(
    shop.db.transaction(async (tx) => {
      await dropGuards(tx);
      await tx.query(
        `INSERT INTO outbox (topic, dedupe_key, payload, dead_at)
         SELECT $1, 'dead ' || id, jsonb_build_object('groupId', id), now() FROM groups`,
        [topic],
      );
      await tx.query(damage ?? '');
      breaches = (await judgeInvariants(tx)).find((result) => result.name === name)?.breaches;
      throw new Rollback();
    }),
  ).rejects.toBeInstanceOf(Rollback);
  expect(breaches).not.toEqual([]);
});

/** Takes away what refuses the damage: triggers, checks, unique indexes and the missing rights. */
async function dropGuards(tx: Queryable): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname NOT IN ('audit_log')`,
  );
  for (const { name } of tables) await tx.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await tx.query('ALTER TABLE ledger_tx ENABLE TRIGGER USER; ALTER TABLE ledger_entries ENABLE TRIGGER USER');
  await tx.query(`DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT conrelid::regclass AS target, conname AS name FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0 AND contype IN ('c', 'u')
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', c.target, c.name); END LOOP;
      FOR c IN SELECT indexrelid::regclass AS name FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid
        WHERE i.indisunique AND NOT i.indisprimary AND t.relnamespace = current_schema()::regnamespace
      LOOP EXECUTE format('DROP INDEX %s', c.name); END LOOP;
    END $$`);
  await tx.query('GRANT UPDATE ON ledger_entries TO CURRENT_USER');
  await tx.query('ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only');
  await tx.query('ALTER TABLE ledger_tx DISABLE TRIGGER ledger_tx_balances');
}
