import { expect, it } from 'vitest';
import { postToLedger } from '../../server/ledger/ledger.ts';
import { findLastDayWithStoredLedgerTotals, storeLedgerDayTotals } from '../../server/ledger/ledger-days.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { backdateLastClockMove } from '../support/settable-clock.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

it('a day is not sealed while an entry of it is on its way, however far the clock was moved meanwhile', async () => {
  const userId = await shop.shopper(1_000);
  await shop.db.transaction(async (tx) => {
    await postToLedger(tx, {
      kind: 'goodwill',
      ref: 'on its way',
      description: 'for waiting',
      actor: 'system',
      entries: [
        { account: 'promo:goodwill', amountKobo: -100 },
        { account: `wallet:${userId}`, amountKobo: 100 },
      ],
    });
    await shop.advance(49 * 3_600_000);
    await storeLedgerDayTotals(shop.db);
  });
  await expectInvariants(shop.db);

  await backdateLastClockMove(shop.db);
  await storeLedgerDayTotals(shop.db);
  expect(await findLastDayWithStoredLedgerTotals(shop.db)).not.toBeNull();
  await expectInvariants(shop.db);
});
