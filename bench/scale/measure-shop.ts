import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppDeps, buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { readOrCreateServerSecrets } from '../../server/db/server-secrets.ts';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import { createAccessTokenService } from '../../server/http/sessions/tokens.ts';
import type { Job } from '../../server/jobs/runner.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import { findLedgerMovementsOfMonth } from '../../server/ledger/account-totals-repository.ts';
import { storeLedgerDayTotals } from '../../server/ledger/ledger-days.ts';
import { createMetricsRegistry } from '../../server/metrics/metrics.ts';
import { createPaymentProvider } from '../../server/provider/create-provider.ts';
import type { LiveEventSender } from '../../server/realtime/publish.ts';
import { callTestApi } from '../../tests/support/api.ts';
import { type ConsoleTestApi, signInTestOperator } from '../../tests/support/console.ts';
import { findFreePort } from '../../tests/support/free-port.ts';
import { openSettableClock } from '../../tests/support/settable-clock.ts';
import { measureFastestRunMs } from '../figures.ts';
import type { OperationTime } from './operation-time-table.ts';
import {
  createShopperToken,
  listConsoleApiRequests,
  listShopperApiRequests,
  type MeasuredApiRequest,
} from './pages.ts';

/** The measured job `retention` is rolled back after each run, because a second run would find nothing to do. */
const UNDONE = 'retention';
/** This job reads every row once a night, so its time may grow with the shop. */
const GROWS = 'all-invariants';

/** Number of runs before the measurement, because PostgreSQL chooses a statement's lasting plan after five runs. */
const PLANNED_ANEW = 6;

const NOBODY_LISTENS: LiveEventSender = {
  notification: () => undefined,
  groupSuccessful: () => undefined,
  purchase: () => undefined,
  groupMoved: () => undefined,
};
const DAY_MS = 86_400_000;

/**
 * Measures the jobs, checks, reports and pages of the shop.
 * @param filter text in the names of the operations to measure; empty: all.
 */
export async function measureShopOperations(connectionString: string, filter = ''): Promise<OperationTime[]> {
  const db = connectDatabase({ connectionString });
  const jobsDb = connectDatabase({ connectionString, work: 'job' });
  const undoneDb = connectDatabase({ connectionString, work: 'job', maxConnections: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), 'scale-shop-'));
  // The ledger's sums of past days are stored first, because a real shop stores them soon after each day.
  await storeLedgerDayTotals(jobsDb);
  await jobsDb.query('VACUUM ANALYZE ledger_days');
  await writeBook(db, dataDir);
  const port = await findFreePort();
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port) },
    RATE_LIMIT_FACTOR: '100000',
  });
  const secrets = await readOrCreateServerSecrets(db);
  const deps: AppDeps = {
    ...{ config, db, secrets, clock: openSettableClock(db), provider: createPaymentProvider(config) },
    metrics: createMetricsRegistry(),
  };
  const app = await buildApp(deps);
  await app.listen({ port, host: '127.0.0.1' });
  const measured: OperationTime[] = [];
  const measure = async (what: string, times: number, work: () => Promise<unknown>): Promise<void> => {
    if (!what.includes(filter)) return;
    for (let time = 0; time < PLANNED_ANEW; time += 1) await work();
    measured.push({ what, ms: await measureFastestRunMs(times, work) });
  };
  try {
    const day = (agoMs: number): string =>
      new Date(Date.now() - agoMs + 3_600_000).toISOString().slice(0, 10);
    const jobsOn = (on: Database) =>
      createAllJobs({ ...deps, db: on, live: NOBODY_LISTENS, wake: () => undefined, log: app.log });
    const run = (job: Job | undefined) => job?.run({ isStopping: () => false });
    for (const job of jobsOn(jobsDb)) {
      if (job.name === GROWS || job.name === UNDONE) continue;
      await measure(`job ${job.name}`, 5, async () => run(job));
    }
    const [undone] = jobsOn(undoneDb).filter(({ name }) => name === UNDONE);
    await measure(`job ${UNDONE}`, 5, async () => {
      await undoneDb.query('BEGIN');
      await run(undone);
      await undoneDb.query('ROLLBACK');
    });
    const verify = { db: jobsDb, provider: deps.provider, groupWindowHours: config.groupWindowHours };
    await measure('reconcile yesterday', 3, async () => {
      const { items } = await reconcilePayments(verify, day(DAY_MS));
      if (items > 0) throw new Error(`${items} items between two equal books`);
    });
    await measure('report of the last month', 3, () =>
      findLedgerMovementsOfMonth(jobsDb, day(32 * DAY_MS).slice(0, 7)),
    );
    const read = (
      headers: Record<string, string>,
      { path, name = nameOf(path), body: payload }: MeasuredApiRequest,
      who: string,
    ) =>
      measure(`${name}, ${who}`, 31, async () => {
        const { statusCode, body } = await app.inject({
          ...{ url: path, headers },
          ...(payload && { method: 'POST' as const, payload }),
        });
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
      });
    for (const [who, number] of [
      ['a shopper', 5],
      ['1,000 orders', 1],
    ] as const) {
      const token = await createShopperToken(db, createAccessTokenService(secrets), number);
      for (const page of await listShopperApiRequests(db, number))
        await read({ authorization: `Bearer ${token}` }, page, who);
    }
    await read({}, { path: '/metrics' }, 'this machine');
    const api: ConsoleTestApi = { db, config, call: (request) => callTestApi(app, request) };
    const { cookie } = await signInTestOperator(api, `bench-${Date.now()}`, 'owner');
    const headers = { origin: config.publicUrl, cookie };
    for (const page of await listConsoleApiRequests(db)) await read(headers, page, 'console');
    return measured;
  } finally {
    await app.close();
    await Promise.all([db, jobsDb, undoneDb].map((one) => one.close()));
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Replaces ids in the path, so that an operation has one name in shops of all sizes. */
function nameOf(path: string): string {
  return path.replace(/^\/api\//, '').replaceAll(/[\w-]*\d[\w-]*/g, '…');
}

/** Writes the shop's recent payments into the simulated provider's file, so that reconciliation finds no difference. */
async function writeBook(db: Database, dataDir: string): Promise<void> {
  const rows = await db.query<{ id: string; reference: string; amountKobo: number; seenAt: Date }>(
    `SELECT tx_id AS id, reference, amount_kobo AS "amountKobo", seen_at AS "seenAt" FROM provider_transactions
     WHERE seen_at > now() - interval '5 days'`,
  );
  const lines = rows.map(({ id, reference, amountKobo, seenAt }) => {
    const value = {
      ...{ id: Number(id), sessionId: 's', txRef: reference, flwRef: `f${id}`, currency: 'NGN', appFee: 0 },
      ...{ amount: amountKobo / 100, chargedAmount: amountKobo / 100, status: 'successful' },
      ...{ processorResponse: 'Approved', paymentType: 'card', card: { first6: '555555', last4: '4444' } },
      ...{ createdAtMs: seenAt.getTime(), succeedsAtMs: null },
      webhook: { shape: 'v3', copies: 1, delayMs: 0, drop: true, wrongHash: false, outOfOrder: false },
    };
    return JSON.stringify({ kind: 'transaction', value });
  });
  await mkdir(join(dataDir, 'sandbox'));
  await writeFile(join(dataDir, 'sandbox', 'payments.jsonl'), `${lines.join('\n')}\n`);
}
