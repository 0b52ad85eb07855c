import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { receiveProviderWebhook } from '../../server/features/payments/settle/webhook-service.ts';
import type { Job } from '../../server/jobs/runner.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { type Item, type JobScene, jobScenes } from './support/job-scenes.ts';
import { openThrowingDatabase, withFaults } from './support/planted-faults.ts';
import { openProviderBooks } from './support/provider-books.ts';
import { runJobs } from './support/run-jobs.ts';
import { paidTransaction, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney, withFaults);

/** Runs a job that may fail here; its errors go to the log only. */
const run = (job: Job): Promise<void> => job.run({ isStopping: () => false }).catch(() => undefined);

/** Runs the job again after the fault is gone and the events that it put off are due. */
async function runAgain({ job, pauseMs = 0 }: JobScene): Promise<void> {
  if (pauseMs > 0) await shop.advance(pauseMs);
  await shop.db.query('UPDATE outbox SET available_at = now() WHERE done_at IS NULL');
  await job(shop.db).run({ isStopping: () => false });
}

/** Stops the work by a throw once at each of its statements. @returns how many statements the work has. */
async function throwEverywhere(
  prepare: () => Promise<Item>,
  work: (db: Database) => Promise<unknown>,
  again: () => Promise<unknown>,
  stride = 1,
): Promise<number> {
  for (let at = 0; ; at += stride) {
    const item = await prepare();
    const throwing = openThrowingDatabase(shop.db, at);
    await work(throwing).catch(() => undefined);
    if (!throwing.hasThrown()) {
      await item.expectDone();
      return at;
    }
    await again();
    await item.expectDone();
  }
}

it('has a scene for every job', () => {
  const files = readdirSync('server/jobs', { recursive: true, encoding: 'utf8' });
  const jobs = files.flatMap((file) => file.match(/([^/]+)-job\.ts$/)?.[1] ?? []);
  expect(Object.keys(jobScenes).sort()).toEqual(jobs.sort());
});

describe('a throw at any statement, once it is gone, has cost nobody anything', { timeout: 240_000 }, () => {
  it.each(Object.keys(jobScenes))('of the job %s', async (name) => {
    const scene = jobScenes[name] as JobScene;
    const statements = await throwEverywhere(
      () => scene.prepare(shop),
      (db) => run(scene.job(db)),
      () => runAgain(scene),
      scene.stride,
    );
    expect(statements).toBeGreaterThan(0);
    await runJobs(shop.db);
    await expectInvariants(shop.db);
  });

  it('of the webhook, which the provider sends again', async () => {
    const books = openProviderBooks();
    const { userId, payment } = await shop.newAttempt();
    const body = { id: paidTransaction(payment).id, reference: payment.reference };
    const receive = (db: Database) =>
      receiveProviderWebhook({ db, provider: books }, { headers: {}, body, text: '' });
    const kept = () =>
      shop.db.query<{ events: number; rows: number }>(
        `SELECT count(*)::int AS events, (SELECT count(*)::int FROM outbox WHERE dedupe_key = 'provider_event:' || max(e.id)) AS rows
         FROM provider_events e WHERE reference = $1`,
        [payment.reference],
      );
    const item = {
      id: userId,
      expectDone: async () => expect(await kept()).toEqual([{ events: 1, rows: 1 }]),
    };
    const prepare = async () => {
      await shop.db.query('DELETE FROM provider_events WHERE reference = $1', [payment.reference]);
      return item;
    };
    expect(await throwEverywhere(prepare, receive, () => receive(shop.db))).toBeGreaterThan(0);
    await shop.db.query('DELETE FROM provider_events WHERE reference = $1', [payment.reference]);
  });
});

describe('a settle whose database refuses any one write', { timeout: 240_000 }, () => {
  /** Begins a payment of a line alone and a line in a group, paid partly from the wallet and too much by card. */
  async function attempt() {
    const { userId, productId, payment: older } = await shop.newAttempt(40_000);
    await shop.addToCart(userId, { productId, quantity: 1, isSolo: true });
    const payment = await shop.begin(userId, 40_000);
    const paid = paidTransaction(payment, { amountKobo: payment.cardKobo + 10_000 });
    const settle = () => shop.settle(payment.reference, paid);
    return { userId, older, payment, paid, settle };
  }

  const endOf = async ({ paid, userId, payment }: Awaited<ReturnType<typeof attempt>>) => {
    const [end] = await shop.db.query<{ outcome: string; items: number; orders: number }>(
      `SELECT outcome, (SELECT count(*)::int FROM recon_items WHERE reference = tx_id AND kind = 'review') AS items,
         (SELECT count(*)::int FROM orders o JOIN payments p ON p.id = o.payment_id WHERE p.reference = t.reference) AS orders
       FROM provider_transactions t WHERE tx_id = $1`,
      [paid.id],
    );
    const { balanceKobo, heldKobo } = await shop.wallet(userId);
    expect(heldKobo).toBe(0);
    const whole = {
      ordered: { items: 0, orders: 1, balanceKobo: 10_000 },
      wallet_credited: { items: 0, orders: 0, balanceKobo: 40_000 + payment.cardKobo + 10_000 },
      review: { items: 1, orders: 0, balanceKobo: 40_000 },
    };
    const { outcome, ...rest } = end ?? { outcome: 'nothing' };
    expect({ ...rest, balanceKobo }).toEqual(whole[outcome as keyof typeof whole]);
    return outcome;
  };

  /** Settles a fresh attempt once for each write, with that write refused. @returns the outcome of each attempt. */
  async function refuseEverywhere(code: string, first: readonly number[] = []): Promise<string[]> {
    const ends: string[] = [];
    for (let write = (first.at(-1) ?? -1) + 1; ; write += 1) {
      const scene = await attempt();
      await shop.faults.atWrites([...first, write], code);
      await scene.settle().catch(() => undefined);
      const isOver = (await shop.faults.writes()) <= write;
      await shop.faults.heal();
      // The next poll or webhook settles the payment again.
      await scene.settle();
      ends.push(await endOf(scene));
      if (isOver) return ends;
    }
  }

  it('for a moment makes the order at the next look', async () => {
    const ends = await refuseEverywhere('XX000');
    expect(ends.length).toBeGreaterThan(25);
    expect(new Set(ends)).toEqual(new Set(['ordered']));
    await runJobs(shop.db);
    await expectInvariants(shop.db);
  });

  it('for good makes it wallet credit at once, or an order at the next look', async () => {
    const ends = await refuseEverywhere('22003');
    expect(new Set(ends)).toEqual(new Set(['ordered', 'wallet_credited']));
    expect(ends.filter((end) => end === 'wallet_credited').length).toBeGreaterThan(15);
    await runJobs(shop.db);
    await expectInvariants(shop.db);
  });

  it('and any one of the credit that follows makes it an item for the operator', async () => {
    const ends = await refuseEverywhere('22003', [8]);
    expect(ends).toContain('review');
    await runJobs(shop.db);
    await expectInvariants(shop.db);
  });
});

describe('while everything of one fails, the others of the same job go through', { timeout: 120_000 }, () => {
  const names = Object.keys(jobScenes).filter((name) => !jobScenes[name]?.hasNoItems);
  it.each(names)('%s', async (name) => {
    const scene = jobScenes[name] as JobScene;
    const [first, ...others] = [
      await scene.prepare(shop),
      await scene.prepare(shop),
      await scene.prepare(shop),
    ];
    await shop.faults.poison([(first as Item).id]);
    await run(scene.job(shop.db));
    for (const item of others) await item.expectDone();
    await expect((first as Item).expectDone()).rejects.toThrow();
    await shop.faults.heal();
    await runAgain(scene);
    await first?.expectDone();
    await runJobs(shop.db);
    await expectInvariants(shop.db);
  });
});
