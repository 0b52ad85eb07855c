import { beforeAll, expect, it } from 'vitest';
import {
  checkInvariantsInTransaction,
  checkInvariantsOfAllRows,
  checkInvariantsOfRecentRowsInTransaction,
  type InvariantResult,
  invariants,
} from '../../server/features/invariants/invariants.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { judgeDamage } from './support/damage.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { fillShop } from './support/filled-shop.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

beforeAll(async () => {
  await fillShop(shop);
});

/** For each invariant the damage that breaks it, which only somebody with the rights of the tables' owner could do. */
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
  I17: `UPDATE groups SET deadline = deadline - interval '90 days'`,
  I18: `INSERT INTO referral_rounds (referrer_id, round_no, ledger_tx_id, bonus_kobo, group_size)
        SELECT referrer_id, 2, (SELECT min(id) FROM ledger_tx), bonus_kobo, group_size FROM referral_rounds`,
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
  I36: `UPDATE users SET deleted_at = now() WHERE id = (SELECT user_id FROM wallets WHERE balance_kobo > 0 LIMIT 1)`,
  I35: `INSERT INTO ledger_days VALUES ('2020-01-01', 'bank', 'settlement', 100, 0)`,
  I34: `UPDATE provider_settlements SET fee_kobo = fee_kobo + 100`,
  I31: `UPDATE card_refunds SET status = 'failed'`,
  I30: `UPDATE provider_reversals SET amount_kobo = amount_kobo + 100`,
  I29: `UPDATE recon_items SET status = 'resolved' WHERE kind = 'review'`,
};

it('holds after one of everything', () => expectInvariants(shop.db));

it('has a sabotage for every invariant', () => {
  expect(Object.keys(sabotage).sort()).toEqual(invariants.map((invariant) => invariant.name).sort());
});

const brokenOf = (results: readonly InvariantResult[]): string[] =>
  results.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);

it.each(invariants.map((invariant) => [invariant.name, invariant.description]))(
  '%s is seen when broken, in all rows, in stretches of them and in recent ones: %s',
  async (name) => {
    const results = await judgeDamage(shop.db, sabotage[name] ?? '', async (tx) => {
      expect(brokenOf(await checkInvariantsOfAllRows(tx, () => false, 3))).toContain(name);
      expect(brokenOf(await checkInvariantsOfRecentRowsInTransaction(tx, new Date(0)))).toContain(name);
      return checkInvariantsInTransaction(tx);
    });
    expect(brokenOf(results)).toContain(name);
  },
);
