import { beforeAll, describe, expect, it } from 'vitest';
import { findDueReconciliationDays } from '../../server/features/payments/reconciliation/reconciliation-repository.ts';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import { createDailyReconciliationJob } from '../../server/jobs/payments/recon-daily-job.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage, submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';

const DAY_MS = 24 * 60 * 60_000;

const shop = openFixtureForFile(openPaymentTestShop);
let deps: Parameters<typeof reconcilePayments>[0];

beforeAll(async () => {
  // Moves the clock to noon of the next day in Lagos, so that no day ends while the tests run.
  const [row] = await shop.db.query<{ ms: number }>(
    `SELECT extract(epoch FROM (date_trunc('day', app_now() AT TIME ZONE 'Africa/Lagos') + interval '36 hours')
       AT TIME ZONE 'Africa/Lagos' - app_now())::float8 * 1000 AS ms`,
  );
  await shop.clock.advance(Math.round(row?.ms ?? 0));
  const { db, config, deps: all } = shop;
  deps = { db, provider: all.provider, groupWindowHours: config.groupWindowHours };
});

const lagosToday = async () => {
  const rows = await shop.db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return rows[0]?.day as string;
};
const openItems = () =>
  shop.db.query<{ kind: string; reference: string }>(
    `SELECT kind, reference FROM recon_items WHERE status = 'open' ORDER BY id`,
  );

describe('reconciliation with the card provider', () => {
  it('finds nothing to say when both books agree', async () => {
    const shopper = await shop.buyer();
    await payAtSandboxCardPage(
      expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' })).authorization_url,
    );
    expect(await reconcilePayments(deps, await lagosToday())).toEqual({ listed: 1, settledNow: 0, items: 0 });
    expect(await openItems()).toEqual([]);
    expect(await runOpsCommandInTest(shop, 'recon', 'run')).toMatchObject({
      exitCode: 0,
      data: { items: 0 },
    });
  });

  it("asks for the days around the day too, because the provider's days are not ours", async () => {
    const asked: unknown[] = [];
    const list: typeof deps.provider.list = async (range) => {
      asked.push(range);
      return { ok: true, rows: [], unreadable: [], page: 1, totalPages: 1 };
    };
    await reconcilePayments({ ...deps, provider: { ...deps.provider, list } }, '2024-03-01');
    expect(asked).toEqual([{ fromDay: '2024-02-29', toDay: '2024-03-02', page: 1 }]);
  });

  it('names a success that cannot be settled, and what we have of it', async () => {
    const shopper = await shop.buyer();
    const { authorization_url: link, reference } = expectStartedCardPayment(
      await shopper.pay({ method: 'flutterwave_only' }),
    );
    await payAtSandboxCardPage(link, 'slow');
    await shop.clock.advance(10_000);
    const verifyById: typeof deps.provider.verifyById = async () => ({
      ok: false,
      kind: 'unknown',
      reason: 'away',
    });
    const silent = { ...deps, provider: { ...deps.provider, verifyById } };
    expect(await reconcilePayments(silent, await lagosToday())).toMatchObject({ settledNow: 0, items: 1 });
    const items = await shop.db.query<{ kind: string; ours: object }>('SELECT kind, ours FROM recon_items');
    expect(items).toEqual([{ kind: 'not_settled', ours: expect.objectContaining({ reference }) }]);
    // The next run of the reconciliation settles the payment.
    expect(await reconcilePayments(deps, await lagosToday())).toMatchObject({ settledNow: 1, items: 0 });
    await shop.db.query('DELETE FROM recon_items');
  });

  it('settles a success that nobody told us of, over more than one page', async () => {
    const buyers = await Promise.all(Array.from({ length: 22 }, () => shop.buyer()));
    for (const shopper of buyers) {
      const { authorization_url: link } = expectStartedCardPayment(
        await shopper.pay({ method: 'flutterwave_only' }),
      );
      await submitCardPage(link, 'webhook_lost');
    }
    expect(await reconcilePayments(deps, await lagosToday())).toEqual({
      listed: 24,
      settledNow: 22,
      items: 0,
    });
    for (const shopper of buyers) expect(await shop.counts(shopper)).toMatchObject({ orders: 1 });
    await expectInvariants(shop.db);
  });

  it('settles the second half of a double payment', async () => {
    const shopper = await shop.buyer();
    await shop.scenario({ webhook: { drop: true } });
    const { authorization_url: link } = expectStartedCardPayment(
      await shopper.pay({ method: 'flutterwave_only' }),
    );
    await payAtSandboxCardPage(link, 'pay_twice');
    await shop.scenario({});
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 0 });
    expect(await reconcilePayments(deps, await lagosToday())).toMatchObject({ settledNow: 1, items: 0 });
    expect(await shop.counts(shopper)).toMatchObject({ orders: 1, balanceNaira: 5_000 });
  });

  it('names money that the provider does not know, and amounts that differ', async () => {
    const known = await shop.db.query<{ id: string }>(
      'SELECT tx_id AS id FROM provider_transactions LIMIT 1',
    );
    await shop.db.query(
      `INSERT INTO provider_transactions (tx_id, reference, status, amount_kobo, currency, account, outcome, settled_at)
       VALUES ('77', 'gb-of-nobody', 'successful', 500, 'NGN', $1, 'ordered', app_now())`,
      [shop.deps.provider.accountCode],
    );
    await shop.db.query('UPDATE provider_transactions SET amount_kobo = amount_kobo + 100 WHERE tx_id = $1', [
      known[0]?.id,
    ]);
    const day = await lagosToday();
    expect(await reconcilePayments(deps, day)).toMatchObject({ items: 3 });
    expect(await openItems()).toEqual([
      { kind: 'amount_differs', reference: String(known[0]?.id) },
      { kind: 'missing_at_provider', reference: '77' },
      { kind: 'provider_account', reference: day },
    ]);
    expect(await runOpsCommandInTest(shop, 'recon', 'run')).toMatchObject({
      exitCode: 1,
      data: { items: 3 },
    });
    expect(await openItems()).toHaveLength(3);
    // A resolved item stays resolved until its figures change.
    await shop.db.query(`UPDATE recon_items SET status = 'resolved', resolved_at = app_now()`);
    await reconcilePayments(deps, day);
    expect(await openItems()).toEqual([]);
    await shop.db.query('UPDATE provider_transactions SET amount_kobo = amount_kobo + 100 WHERE tx_id = $1', [
      known[0]?.id,
    ]);
    await reconcilePayments(deps, day);
    expect(await openItems()).toEqual([
      { kind: 'amount_differs', reference: String(known[0]?.id) },
      { kind: 'provider_account', reference: day },
    ]);
  });

  it('runs once for each day that has ended in Lagos, and not on half a list', async () => {
    const before = await findDueReconciliationDays(shop.db);
    expect(before).toHaveLength(1);
    const job = createDailyReconciliationJob(deps, () => undefined);
    const context = { isStopping: () => false };
    await shop.scenario({ api: { fail: '503', times: 1 } });
    await expect(job.run(context)).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('503') }],
    });
    expect(await findDueReconciliationDays(shop.db)).toEqual(before);
    await job.run(context);
    expect(await findDueReconciliationDays(shop.db)).toEqual([]);
    await shop.clock.advance(DAY_MS);
    expect(await findDueReconciliationDays(shop.db)).toHaveLength(1);
  });

  it('makes up for missed days, the oldest first, from the first payment on', async () => {
    const job = createDailyReconciliationJob(deps, () => undefined);
    const runAll = async (): Promise<number> => {
      const days = await findDueReconciliationDays(shop.db);
      await job.run({ isStopping: () => false });
      expect(await findDueReconciliationDays(shop.db)).toEqual([]);
      return days.length;
    };
    const [oldest] = await shop.db.query<{ day: string }>(
      `SELECT to_char(min(created_at) AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day FROM payments`,
    );
    await runAll();
    await shop.clock.advance(3 * DAY_MS);
    const [first] = await findDueReconciliationDays(shop.db);
    expect(Date.parse(await lagosToday()) - Date.parse(first ?? '')).toBeGreaterThanOrEqual(3 * DAY_MS);
    expect(await runAll()).toBe(3);
    await shop.db.query('DELETE FROM recon_items');
    await shop.db.query('DELETE FROM recon_runs');
    await shop.clock.advance(20 * DAY_MS);
    expect((await findDueReconciliationDays(shop.db))[0]).toBe(oldest?.day);
    expect(await runAll()).toBeGreaterThan(20);
  });

  it('does the younger days although the list of one cannot be read, and that one at the next look', async () => {
    await shop.clock.advance(3 * DAY_MS);
    const days = await findDueReconciliationDays(shop.db);
    expect(days).toHaveLength(3);
    let isBroken = true;
    const list: typeof deps.provider.list = async (range) => {
      // The list for a day begins one day before it.
      const isOldest = Date.parse(range.fromDay) + DAY_MS === Date.parse(days[0] ?? '');
      if (isBroken && isOldest) return { ok: false, kind: 'unknown', reason: 'unreadable' };
      return deps.provider.list(range);
    };
    const job = createDailyReconciliationJob(
      { ...deps, provider: { ...deps.provider, list } },
      () => undefined,
    );
    const run = () => job.run({ isStopping: () => false });
    await expect(run()).rejects.toThrow('some days could not be reconciled');
    expect(await findDueReconciliationDays(shop.db)).toEqual(days.slice(0, 1));
    isBroken = false;
    await run();
    expect(await findDueReconciliationDays(shop.db)).toEqual([]);
  });

  it('accuses nobody of a payment that was begun days before we saw it', async () => {
    const shopper = await shop.buyer();
    await payAtSandboxCardPage(
      expectStartedCardPayment(await shopper.pay({ method: 'flutterwave_only' })).authorization_url,
    );
    await shop.db.query(
      `UPDATE provider_transactions SET seen_at = app_now() + interval '10 days'
       WHERE reference = (SELECT reference FROM payments ORDER BY created_at DESC LIMIT 1)`,
    );
    await shop.clock.advance(10 * DAY_MS);
    const day = await lagosToday();
    const before = await openItems();
    await reconcilePayments(deps, day);
    expect((await openItems()).slice(before.length)).toEqual([]);
  });

  it('asks again about a success that could not be settled, when no list shows its day any more', async () => {
    const shopper = await shop.buyer();
    const { authorization_url: link } = expectStartedCardPayment(
      await shopper.pay({ method: 'flutterwave_only' }),
    );
    await submitCardPage(link, 'webhook_lost');
    const verifyById: typeof deps.provider.verifyById = async () => ({
      ok: false,
      kind: 'unknown',
      reason: 'away',
    });
    await reconcilePayments({ ...deps, provider: { ...deps.provider, verifyById } }, await lagosToday());
    expect(await shop.counts(shopper)).toMatchObject({ orders: 0 });
    await shop.clock.advance(8 * DAY_MS);
    expect(await reconcilePayments(deps, await lagosToday())).toMatchObject({
      listed: 0,
      settledNow: 1,
      items: 0,
    });
    expect(await shop.db.query(`SELECT status FROM recon_items WHERE kind = 'not_settled'`)).toEqual([
      { status: 'resolved' },
    ]);
  });
});
