import { beforeAll, expect, it } from 'vitest';
import { storeLedgerAndAuditHashes } from '../../server/features/invariants/history-seals.ts';
import { checkInvariantsInTransaction, invariants } from '../../server/features/invariants/invariants.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { judgeDamage } from './support/damage.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);
const invariant = invariants.filter(({ name }) => name === 'I26');
const SEALS = 6;

/** Finds which rows I26 reports as changed while the damage is in the tables. */
async function judge(damage: string): Promise<string[]> {
  const [result] = await judgeDamage(shop.db, damage, (tx) => checkInvariantsInTransaction(tx, invariant));
  return (result?.breaches ?? []).filter((breach) => breach.includes('no longer'));
}

/** Makes the seals an hour older, as sealing goes by real time, and seals again. */
async function seal(): Promise<void> {
  await shop.db.query(
    `ALTER TABLE history_seals DISABLE TRIGGER USER;
     UPDATE history_seals SET created_at = created_at - interval '61 minutes';
     ALTER TABLE history_seals ENABLE TRIGGER USER`,
  );
  await storeLedgerAndAuditHashes(shop.db);
}

beforeAll(async () => {
  await storeLedgerAndAuditHashes(shop.db);
  for (let hour = 0; hour < SEALS; hour += 1) {
    await shop.shopper(10_000);
    await seal();
  }
});

it('seals each row once, when it is an hour old', async () => {
  await storeLedgerAndAuditHashes(shop.db);
  const [sealed] = await shop.db.query<{ seals: number; rows: number; written: number }>(
    `SELECT count(*)::int AS seals, sum(row_count)::int AS rows, (SELECT count(*)::int FROM ledger_tx) AS written
     FROM history_seals WHERE table_name = 'ledger_tx'`,
  );
  // A seal takes what was written before the seal before it, so the last row waits for the next one.
  expect(sealed).toEqual({ seals: SEALS + 1, rows: SEALS - 1, written: SEALS });
  await expectInvariants(shop.db);
});

const newest = `(SELECT from_id + 1 FROM history_seals WHERE table_name = 'ledger_entries' ORDER BY place DESC LIMIT 1)`;

it.each([
  ['an amount', `UPDATE ledger_entries SET amount_kobo = amount_kobo + 100 WHERE id = ${newest}`],
  [
    'two amounts by the same',
    `UPDATE ledger_entries SET amount_kobo = amount_kobo + 100 WHERE id >= ${newest}`,
  ],
  ['its account', `UPDATE ledger_entries SET account_id = 1 WHERE id = ${newest}`],
  ['its day', `UPDATE ledger_entries SET created_at = created_at - interval '1 day' WHERE id = ${newest}`],
])('a sealed row is named when somebody has changed %s', async (_what, damage) => {
  expect(await judge(damage)).toEqual([expect.stringContaining('rows of ledger_entries')]);
});

it('an old row is named within a day of looks', async () => {
  const change = (kobo: number) =>
    shop.db.query(
      `GRANT UPDATE ON ledger_entries TO CURRENT_USER; ALTER TABLE ledger_entries DISABLE TRIGGER USER;
       UPDATE ledger_entries SET amount_kobo = amount_kobo + ${kobo} WHERE id = (SELECT min(id) FROM ledger_entries);
       ALTER TABLE ledger_entries ENABLE TRIGGER USER; REVOKE UPDATE ON ledger_entries FROM CURRENT_USER`,
    );
  await change(100);
  let looks = 0;
  while ((await checkInvariantsInTransaction(shop.db, invariant))[0]?.breaches.length === 0 && looks < 145) {
    looks += 1;
    await shop.advance(10 * 60_000);
  }
  await change(-100);
  expect(looks).toBeLessThan(145);
});

it('what is younger is not sealed yet', async () => {
  await shop.shopper(10_000);
  expect(
    await judge(
      "UPDATE ledger_entries SET amount_kobo = amount_kobo + 100 WHERE id > (SELECT max(next_id) FROM history_seals WHERE table_name = 'ledger_entries')",
    ),
  ).toEqual([]);
});
