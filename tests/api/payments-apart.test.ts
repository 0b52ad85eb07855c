import Fastify from 'fastify';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import { createExpirePaymentsJob } from '../../server/jobs/payments/expire-payments-job.ts';
import { createPollPaymentsJob } from '../../server/jobs/payments/poll-payments-job.ts';
import type { Job } from '../../server/jobs/runner.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { recordEvents } from '../money/support/run-jobs.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);

beforeAll(async () => {
  await shop.db.query(
    `CREATE FUNCTION break_here() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'broken on purpose' USING errcode = tg_argv[0]; END $$`,
  );
});
afterEach(async () => {
  await shop.db.query('DROP TRIGGER IF EXISTS broken ON orders');
  await shop.scenario({});
});

/**
 * Makes a payment that is paid at the card page, that no webhook has reported, and that a trigger keeps from being
 * settled.
 */
async function poisoned(code = 'XX000'): Promise<{ shopper: TestShopper; reference: string }> {
  const shopper = await shop.buyer();
  const { reference, authorization_url: link } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await submitCardPage(link, 'webhook_lost');
  await shop.db.query(
    `CREATE TRIGGER broken BEFORE INSERT ON orders FOR EACH ROW
     WHEN (NEW.user_id = '${shopper.session.user.id}') EXECUTE FUNCTION break_here('${code}')`,
  );
  return { shopper, reference };
}

const heal = () => shop.db.query('DROP TRIGGER broken ON orders');
const runJob = (job: Job) => job.run({ isStopping: () => false });
const deps = () => {
  const { db, deps: all, config } = shop;
  return { db, provider: all.provider, groupWindowHours: config.groupWindowHours };
};
const today = async () => {
  const rows = await shop.db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return rows[0]?.day as string;
};
const itemsOf = (reference: string) =>
  shop.db.query<{ kind: string; status: string; note: string | null }>(
    `SELECT kind, status, note FROM recon_items WHERE reference = $1
       OR reference IN (SELECT tx_id FROM provider_transactions WHERE reference = $1)`,
    [reference],
  );

it('a shopper whose payment cannot be settled now is told that it is pending, and gets the order later', async () => {
  const { shopper, reference } = await poisoned();
  expect(await shop.status(shopper, reference)).toMatchObject({ status: 200, body: { status: 'pending' } });
  await heal();
  await shop.poll();
  expect(await shop.status(shopper, reference)).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  await expectInvariants(shop.db);
});

it('an expired attempt that cannot be settled keeps nobody else from getting their hold back', async () => {
  const bad = await poisoned();
  const other = await shop.buyer({ walletNaira: 2_000 });
  expectStartedCardPayment(await other.pay({ method: 'wallet_and_flutterwave', walletNaira: 2_000 }));
  await shop.db.query(
    `UPDATE payments SET session_expires_at = app_now() - interval '1 hour', last_verified_at =
       CASE WHEN reference = $1 THEN NULL ELSE now() END WHERE status = 'pending'`,
    [bad.reference],
  );
  const { db, provider, groupWindowHours } = deps();
  const job = createExpirePaymentsJob({ db, provider, groupWindowHours });
  await expect(runJob(job)).rejects.toThrow('some attempts could not be ended');
  expect(await shop.counts(other)).toMatchObject({ liveHolds: 0, balanceNaira: 2_000 });
  await heal();
  await runJob(job);
  expect(await shop.counts(bad.shopper)).toMatchObject({ orders: 1 });
  await expectInvariants(shop.db);
});

it('a payment that cannot be settled ends no round of questions, however many are due', async () => {
  const bad = await poisoned();
  const others: TestShopper[] = [];
  for (let count = 0; count < 21; count += 1) {
    const shopper = await shop.buyer();
    const { authorization_url: link } = expectStartedCardPayment(
      await shopper.pay({ method: 'flutterwave_only' }),
    );
    await submitCardPage(link, 'webhook_lost');
    others.push(shopper);
  }
  await shop.db.query(
    `UPDATE payments SET next_poll_at = app_now() - CASE WHEN reference = $1 THEN interval '1 hour'
       ELSE interval '1 minute' END WHERE outcome IS NULL`,
    [bad.reference],
  );
  await expect(runJob(createPollPaymentsJob(deps()))).rejects.toThrow('some payments could not be settled');
  for (const shopper of others) expect(await shop.counts(shopper)).toMatchObject({ orders: 1 });
  await heal();
  await shop.poll();
  expect(await shop.counts(bad.shopper)).toMatchObject({ orders: 1 });
  await expectInvariants(shop.db);
});

it('reconciliation finishes its day beside one payment that cannot be settled, names it, and closes it later', async () => {
  const bad = await poisoned();
  const other = await shop.buyer();
  const { authorization_url: link } = expectStartedCardPayment(
    await other.pay({ method: 'flutterwave_only' }),
  );
  await submitCardPage(link, 'webhook_lost');
  const day = await today();
  expect(await reconcilePayments(deps(), day)).toMatchObject({ settledNow: 1, items: 1 });
  expect(await shop.counts(other)).toMatchObject({ orders: 1 });
  const [item] = await itemsOf(bad.reference);
  expect(item).toEqual({ kind: 'not_settled', status: 'open', note: 'broken on purpose' });

  await shop.db.query(`UPDATE recon_items SET status = 'resolved', resolved_at = app_now()`);
  expect(await reconcilePayments(deps(), day), 'money that still waits is shown again').toMatchObject({
    items: 1,
  });
  expect(await itemsOf(bad.reference)).toMatchObject([{ kind: 'not_settled', status: 'open' }]);

  await heal();
  expect(await reconcilePayments(deps(), day)).toMatchObject({ settledNow: 1, items: 0 });
  expect(await itemsOf(bad.reference)).toMatchObject([{ kind: 'not_settled', status: 'resolved' }]);
  await expectInvariants(shop.db);
});

it('reconciliation finishes its day beside a row of the list that nobody can read', async () => {
  const { db, provider, groupWindowHours } = deps();
  const list: typeof provider.list = async (request) => {
    const answer = await provider.list(request);
    return answer.ok && request.page === 1 ? { ...answer, unreadable: ['424242', 'row 3'] } : answer;
  };
  const day = await today();
  const odd = { db, provider: { ...provider, list }, groupWindowHours };
  expect(await reconcilePayments(odd, day)).toMatchObject({ settledNow: 0, items: 2 });
  expect(await reconcilePayments(odd, day)).toMatchObject({ settledNow: 0, items: 2 });
  const named = await db.query(
    `SELECT kind, reference FROM recon_items WHERE kind = 'unreadable' ORDER BY reference`,
  );
  expect(named).toEqual([
    { kind: 'unreadable', reference: `${day} row 3` },
    { kind: 'unreadable', reference: '424242' },
  ]);
});

it('a paid order that cannot be made becomes credit, and the operator hears of it at once and once', async () => {
  const lines: { alarm?: string }[] = [];
  const { log } = Fastify({ logger: { stream: { write: (line) => void lines.push(JSON.parse(line)) } } });
  const jobs = createAllJobs({ ...shop.deps, live: recordEvents(), log, wake: () => undefined });
  const run = async (name: string): Promise<void> => {
    await shop.db.query('UPDATE payments SET next_poll_at = app_now() WHERE outcome IS NULL');
    await jobs.find((job) => job.name === name)?.run({ isStopping: () => false });
  };
  const { shopper, reference } = await poisoned('22003');
  await run('poll-payments');
  const [{ id } = { id: '' }] = await shop.db.query<{ id: string }>(
    'SELECT tx_id AS id FROM provider_transactions WHERE reference = $1',
    [reference],
  );
  const alarm = { level: 50, alarm: 'order_failed', transactionId: id, reference };
  expect(lines).toMatchObject([alarm]);
  await run('poll-payments');
  await reconcilePayments(deps(), await today());
  expect(lines).toHaveLength(1);
  expect(await shop.counts(shopper)).toMatchObject({ orders: 0, balanceNaira: 5_000 });
  expect(await itemsOf(reference)).toMatchObject([{ kind: 'order_failed', status: 'open' }]);
  await expectInvariants(shop.db);
});

it('the expiry of an attempt tells of it too', async () => {
  const failed: string[] = [];
  const job = createExpirePaymentsJob({
    ...deps(),
    onOrderFailed: (_id, reference) => failed.push(reference),
  });
  const { reference } = await poisoned('22003');
  await shop.db.query(
    `UPDATE payments SET session_expires_at = app_now() - interval '1 hour' WHERE reference = $1`,
    [reference],
  );
  await runJob(job);
  expect(failed).toEqual([reference]);
});

it('money of an unknown reference that could not be kept for the operator is tried again within minutes', async () => {
  const checkout = await shop.deps.provider.createCheckout({
    ...{ reference: 'of-another-shop', amountKobo: 70_000, redirectUrl: `${shop.url}/cart` },
    customer: { email: 'who@example.com', name: 'Who', phone: '+2348031234567' },
    ...{ title: 'x', description: 'x', paymentId: 'x', userId: 'x', sessionMinutes: 30 },
  });
  await submitCardPage(checkout.ok ? checkout.link : '', 'webhook_lost');
  await shop.db.query(
    `CREATE TRIGGER broken_review BEFORE INSERT ON recon_items FOR EACH ROW
     WHEN (NEW.kind = 'review') EXECUTE FUNCTION break_here('XX000')`,
  );
  await reconcilePayments(deps(), await today());
  await shop.db.query('DROP TRIGGER broken_review ON recon_items');
  const outcomes = () =>
    shop.db.query(`SELECT outcome FROM provider_transactions WHERE reference = 'of-another-shop'`);
  expect(await outcomes()).toEqual([{ outcome: null }]);
  await shop.db.query(
    `UPDATE provider_transactions SET seen_at = seen_at - interval '2 minutes' WHERE outcome IS NULL`,
  );
  await runJob(createPollPaymentsJob(deps()));
  expect(await outcomes()).toEqual([{ outcome: 'review' }]);
  await expectInvariants(shop.db);
});
