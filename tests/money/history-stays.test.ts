import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { buyFromWalletThroughApi } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';

const api = openFixtureForFile(startTestApi, async (base) => {
  await addTestPickupCentre(base);
  await buyFromWalletThroughApi(base, { minUnits: 1 });
  return {};
});

const HISTORIES = ['ledger_tx', 'ledger_entries', 'audit_log', 'group_history'];

test.each(HISTORIES)('%s can neither be changed, nor shortened, nor emptied', async (table) => {
  await api.db.query(`INSERT INTO audit_log (actor, action, target) SELECT 'test', 'test', 'shop'
    WHERE NOT EXISTS (SELECT FROM audit_log)`);
  const rows = await api.db.query(`SELECT * FROM ${table}`);
  expect(rows.length).toBeGreaterThan(0);
  for (const change of [
    `UPDATE ${table} SET created_at = now()`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
  ]) {
    await expect(api.db.query(change)).rejects.toThrow(/is append-only|permission denied/);
  }
  expect(await api.db.query(`SELECT * FROM ${table}`)).toEqual(rows);
});

test('nothing is added to a posting that was made before, however well it balances', async () => {
  const pair = `INSERT INTO ledger_entries (tx_id, account_id, amount_kobo)
    SELECT (SELECT min(id) FROM ledger_tx), id, CASE code WHEN 'promo:goodwill' THEN -500 ELSE 500 END
    FROM ledger_accounts WHERE code = 'promo:goodwill' OR code LIKE 'wallet:%'`;
  await expect(api.db.query(pair)).rejects.toThrow(/is closed/);
  // Nor may they be added while another transaction of the ledger is being written.
  const another = `INSERT INTO ledger_tx (kind, ref, reason) VALUES ('goodwill', 'another', 'x')`;
  await expect(api.db.query(`${another}; ${pair}`)).rejects.toThrow(/is closed/);
  await expectInvariants(api.db);
});
