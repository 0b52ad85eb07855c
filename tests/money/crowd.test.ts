import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GroupStatus } from '#contract/schemas/group.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { getSqlState } from '../../server/db/connection/retry-conflicts.ts';
import {
  failGroupInReview,
  GroupStatusChangeRefusedError,
  putGroupInReview,
  resumeGroupAfterReview,
} from '../../server/features/groups/group-moves.ts';
import { endExpiredPaymentAttempt } from '../../server/features/payments/settle/expire-payment.ts';
import type { TransactionWithLedgerAccount } from '../../server/features/payments/settle/settle-repository.ts';
import { DomainError } from '../../server/http/errors/error-handler.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';
import { paidTransaction, withMoney } from './support/with-money.ts';

const WORKERS = 24;
const STEPS = 80;
const SHOPPERS = 14;
const CLOSED_MEANWHILE = 'AJ002';

/**
 * Opens a database with a connection for each worker, so that workers wait only for each other's locks and not for a
 * connection.
 */
async function openWideDatabase() {
  const narrow = await createTestDatabase();
  const db = connectDatabase({ connectionString: narrow.connectionString, maxConnections: WORKERS + 8 });
  return { db, close: () => db.close().then(narrow.close) };
}

const shop = openFixtureForFile(openWideDatabase, withMoney);

/** What all workers share: any worker may settle the transaction of any shopper at any time. */
interface Crowd {
  shoppers: string[];
  products: string[];
  successes: TransactionWithLedgerAccount[];
  references: string[];
}

it('keeps every kobo with 24 workers that pay, settle twice, supersede, expire, leave, review and refund at once', async () => {
  const crowd: Crowd = {
    shoppers: await Promise.all(
      Array.from({ length: SHOPPERS }, () => shop.shopper(randomInt(30) * 100_000)),
    ),
    products: await Promise.all([2, 6, 25, 100_000].map((minUnits) => shop.product(minUnits))),
    successes: [],
    references: [],
  };
  const seed = randomInt(2 ** 31 - 1);
  const choices = fc.sample(fc.array(fc.nat(999), { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed,
    numRuns: WORKERS,
  });
  const errors: unknown[] = [];
  await Promise.all(
    choices.map(async (sequence) => {
      for (const choice of sequence) await act(crowd, choice).catch((error: unknown) => errors.push(error));
    }),
  );
  expect(errors, `seed ${seed}`).toEqual([]);
  expect(crowd.successes.length).toBeGreaterThan(100);

  // The provider reports every success in the end. Reported once more in another order, they may change nothing.
  for (const transaction of crowd.successes) await shop.settle(transaction.reference, transaction);
  const before = await stateOf();
  for (const transaction of [...crowd.successes].reverse())
    await shop.settle(transaction.reference, transaction);
  expect(await stateOf()).toEqual(before);
  const [unsettled] = await shop.db.query<{ count: number }>(
    `SELECT count(*) FROM provider_transactions WHERE status = 'successful' AND outcome IS NULL`,
  );
  expect(unsettled?.count).toBe(0);
  await expectInvariants(shop.db);

  await shop.advance(49 * 3_600_000);
  for (let round = 0; round < 3; round += 1) {
    await runJobs(shop.db);
    await shop.advance(41 * 60_000);
  }
  await expectInvariants(shop.db);
  const [unfinished] = await shop.db.query<{ count: number }>(
    `SELECT count(*) FROM groups WHERE status IN ('active', 'successful', 'failed')`,
  );
  expect(unfinished?.count).toBe(0);
});

async function act(crowd: Crowd, choice: number): Promise<void> {
  const userId = pick(crowd.shoppers);
  const what = choice % 100;
  if (what < 25) {
    const line = { productId: pick(crowd.products), quantity: 1 + (choice % 3), isSolo: choice % 7 === 0 };
    await shop.addToCart(userId, line);
  } else if (what < 50) {
    const payment = await shop.begin(userId, (choice % 5) * 50_000).catch(nullIfRefused);
    if (!payment) return;
    crowd.references.push(payment.reference);
    const amountKobo = Math.max(
      100,
      payment.cardKobo + (choice % 9 === 0 ? -200 : choice % 11 === 0 ? 150 : 0),
    );
    // Most payments are paid once, some twice, some never.
    for (let times = choice % 4 === 3 ? 0 : choice % 13 === 0 ? 2 : 1; times > 0; times -= 1) {
      crowd.successes.push(paidTransaction(payment, { amountKobo }));
    }
  } else if (what < 75) {
    const transaction = crowd.successes.length > 0 ? pick(crowd.successes) : null;
    if (transaction) await shop.settle(transaction.reference, transaction);
  } else if (what < 80) await shop.payFromWallet(userId);
  else if (what < 86) {
    const reference = crowd.references.length > 0 ? pick(crowd.references) : null;
    if (reference)
      await endExpiredPaymentAttempt(
        shop.db,
        { reference, isOverdue: true },
        { ok: true, transaction: null },
      );
  } else if (what < 90) await leaveSomething(userId);
  else if (what < 93) await reviewSomething(choice);
  else if (what < 95) await shop.advance((choice % 30) * 3_600_000);
  else await runJobs(shop.db);
}

/** Returns null where the shop rightly refuses: an empty cart or wallet, or a cart that was bought meanwhile. */
function nullIfRefused(error: unknown): null {
  if (error instanceof DomainError && error.status === 400) return null;
  throw error;
}

async function leaveSomething(userId: string): Promise<void> {
  try {
    await shop.db.query(
      `SELECT leave_group($1, (SELECT group_id FROM order_items WHERE user_id = $1 AND counted
         ORDER BY random() LIMIT 1))`,
      [userId],
    );
  } catch (error) {
    if (getSqlState(error) !== CLOSED_MEANWHILE) throw error;
  }
}

async function reviewSomething(choice: number): Promise<void> {
  const isEntry = choice % 2 === 0;
  const [group] = await shop.db.query<{ id: string; status: GroupStatus }>(
    'SELECT id, status FROM groups WHERE status = ANY ($1) ORDER BY random() LIMIT 1',
    [isEntry ? ['active', 'successful', 'secured'] : ['manual_review']],
  );
  if (!group) return;
  try {
    await shop.db.transaction(async (tx) => {
      if (isEntry) await putGroupInReview(tx, group.id, group.status);
      else await (choice % 3 === 0 ? failGroupInReview : resumeGroupAfterReview)(tx, group.id);
    });
  } catch (error) {
    if (!(error instanceof GroupStatusChangeRefusedError)) throw error;
  }
}

function pick<Item>(from: readonly Item[]): Item {
  const item = from[randomInt(from.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Reads everything that a repeated settle must leave unchanged. */
async function stateOf(): Promise<unknown> {
  return shop.db.query(
    `SELECT (SELECT md5(string_agg(w::text, ',' ORDER BY user_id)) FROM wallets w) AS wallets,
       (SELECT md5(string_agg(g::text, ',' ORDER BY id)) FROM groups g) AS groups,
       (SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM payments p) AS payments,
       (SELECT count(*) FROM ledger_entries) AS entries, (SELECT count(*) FROM orders) AS orders,
       (SELECT count(*) FROM outbox) AS outbox`,
  );
}
