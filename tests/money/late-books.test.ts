import { afterEach, expect, it } from 'vitest';
import { receiveProviderWebhook } from '../../server/features/payments/settle/webhook-service.ts';
import { createPollPaymentsJob } from '../../server/jobs/payments/poll-payments-job.ts';
import { createProviderEventsJob } from '../../server/jobs/payments/provider-events-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { openProviderBooks } from './support/provider-books.ts';
import { paidTransaction, withMoney } from './support/with-money.ts';

const MINUTE_MS = 60_000;
const notStopping = { isStopping: () => false };
const shop = openFixtureForFile(createTestDatabase, withMoney);
const books = openProviderBooks();
const deps = () => ({ db: shop.db, provider: books, groupWindowHours: 48 });

afterEach(() => expectInvariants(shop.db));

/** Makes a card payment that the shopper has paid and the provider's books do not show yet. */
async function paidUnseen() {
  const { userId, payment } = await shop.newAttempt();
  const paid = paidTransaction(payment);
  return {
    userId,
    paid,
    payment,
    tell: (id = paid.id) =>
      receiveProviderWebhook(
        { db: shop.db, provider: books },
        { headers: {}, body: { id, reference: payment.reference }, text: '' },
      ),
    results: async () =>
      (
        await shop.db.query<{ result: string | null }>(
          'SELECT result FROM provider_events WHERE reference = $1 ORDER BY id',
          [payment.reference],
        )
      ).map(({ result }) => result),
  };
}

/** Runs one try of every event, without the wait of up to a minute between tries. */
async function workEvents(): Promise<void> {
  await shop.db.query('UPDATE outbox SET available_at = now() WHERE done_at IS NULL');
  await createProviderEventsJob(deps(), { onFailure: () => undefined }).run(notStopping);
}

it('a webhook faster than the books of the provider is asked about again until they show it', async () => {
  const { userId, paid, tell, results } = await paidUnseen();
  await tell();
  await workEvents();
  expect(await results()).toEqual([null]);
  await shop.advance(5 * MINUTE_MS);
  await workEvents();
  books.add(paid);
  await workEvents();
  expect(await results()).toEqual(['ordered']);
  expect(await shop.db.query('SELECT FROM orders WHERE user_id = $1', [userId])).toHaveLength(1);
});

it('one that they do not show in time is over before the invariants complain, and counts when it is sent again', async () => {
  const { userId, paid, tell, results } = await paidUnseen();
  await tell();
  await workEvents();
  await shop.advance(9 * MINUTE_MS);
  await workEvents();
  expect(await results()).toEqual(['no_such_transaction']);
  books.add(paid);
  await tell();
  await tell();
  await workEvents();
  expect(await results()).toEqual(['ordered']);
  expect(await shop.db.query('SELECT FROM orders WHERE user_id = $1', [userId])).toHaveLength(1);
});

it('a second success of one page is found by its webhook at once', async () => {
  const { userId, paid, tell, results } = await paidUnseen();
  const second = { ...paid, id: `${paid.id}-second` };
  books.add(paid);
  books.add(second);
  await tell();
  await tell(second.id);
  await workEvents();
  expect(await results()).toEqual(['ordered', 'wallet_credited']);
  expect((await shop.wallet(userId)).balanceKobo).toBe(paid.amountKobo);
});

it('a second success whose webhook was lost is found within the hour, without waiting for the night', async () => {
  const { userId, paid, tell } = await paidUnseen();
  books.add(paid);
  await tell();
  await workEvents();
  const look = () => createPollPaymentsJob(deps()).run(notStopping);
  await shop.advance(11 * MINUTE_MS);
  await look();
  expect((await shop.wallet(userId)).balanceKobo).toBe(0);
  books.add({ ...paid, id: `${paid.id}-second` });
  await shop.advance(50 * MINUTE_MS);
  await look();
  expect((await shop.wallet(userId)).balanceKobo).toBe(paid.amountKobo);
  await shop.advance(120 * MINUTE_MS);
  const due = await shop.db.query('SELECT FROM payments WHERE user_id = $1 AND next_poll_at IS NOT NULL', [
    userId,
  ]);
  expect(due, 'and nobody asks any more').toEqual([]);
});
