import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import type { AppDeps } from '../../server/app-deps.ts';
import { readConfig } from '../../server/config/config.ts';
import { connectDatabase } from '../../server/db/connect.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { readSchema } from '../../server/db/schema.ts';
import { openServerSecrets } from '../../server/db/server-secrets.ts';
import { sealHistory } from '../../server/features/invariants/history-seals.ts';
import { reconcileDay } from '../../server/features/payments/recon-service.ts';
import { accessTokens } from '../../server/http/tokens.ts';
import type { LiveEvents } from '../../server/jobs/outbox-topics.ts';
import { listJobs } from '../../server/jobs/schedule.ts';
import { sealLedgerDays } from '../../server/ledger/ledger-days.ts';
import { findAccountMonths } from '../../server/ledger/month-repository.ts';
import { openProvider } from '../../server/provider/open-provider.ts';
import { findFreePort } from '../../tests/support/free-port.ts';
import { openSettableClock } from '../../tests/support/settable-clock.ts';

/** It finds nothing to do in a second run. */
const ONCE = 'retention';
/** Reads every row, each night, in stretches. */
const GROWS = 'all-invariants';

/** What one thing costs in one shop. */
export interface Measured {
  what: string;
  ms: number;
}

const NOBODY_LISTENS: LiveEvents = {
  notification: () => undefined,
  groupSuccessful: () => undefined,
  purchase: () => undefined,
  groupMoved: () => undefined,
};
const DAY_MS = 86_400_000;

/** Measures every job, the laws, the reconciliation of a day, the report of a month and every page of two shoppers. */
export async function measureShop(connectionString: string): Promise<Measured[]> {
  const db = connectDatabase({ connectionString });
  const jobsDb = connectDatabase({ connectionString, work: 'job' });
  const dataDir = await mkdtemp(join(tmpdir(), 'scale-shop-'));
  // A shop that was kept from an earlier run gets the newest migrations.
  await migrate(jobsDb, await readSchema());
  // The days before this one are sealed already, as in a shop that has grown old.
  await sealLedgerDays(jobsDb);
  await sealHistory(jobsDb);
  await jobsDb.query('VACUUM ANALYZE ledger_days');
  await writeBook(db, dataDir);
  const port = await findFreePort();
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port) },
    RATE_LIMIT_FACTOR: '100000',
  });
  const secrets = await openServerSecrets(db);
  const deps: AppDeps = { config, db, clock: openSettableClock(db), provider: openProvider(config), secrets };
  const app = await buildApp(deps);
  await app.listen({ port, host: '127.0.0.1' });
  const measured: Measured[] = [];
  const measure = async (what: string, times: number, work: () => Promise<unknown>): Promise<void> => {
    const spent: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const beganAt = performance.now();
      await work();
      spent.push(performance.now() - beganAt);
    }
    // The least: what the thing itself costs, beside whatever else the machine does.
    measured.push({ what, ms: Math.min(...spent) });
  };
  try {
    const day = (agoMs: number): string =>
      new Date(Date.now() - agoMs + 3_600_000).toISOString().slice(0, 10);
    const jobs = listJobs({
      ...{ ...deps, db: jobsDb, live: NOBODY_LISTENS, wake: () => undefined },
      log: app.log,
    });
    for (const job of jobs.filter(({ name }) => name !== GROWS)) {
      const times = job.name === ONCE ? 1 : 5;
      await measure(`job ${job.name}`, times, () => job.run({ isStopping: () => false }));
    }
    const verify = { db: jobsDb, provider: deps.provider, groupWindowHours: config.groupWindowHours };
    await measure('reconcile yesterday', 3, async () => {
      const { items } = await reconcileDay(verify, day(DAY_MS));
      if (items > 0) throw new Error(`${items} items between two equal books`);
    });
    await measure('report of the last month', 3, () =>
      findAccountMonths(jobsDb, day(32 * DAY_MS).slice(0, 7)),
    );
    for (const [who, number] of [
      ['a shopper', 5],
      ['1,000 orders', 1],
    ] as const) {
      const token = await tokenOf(db, accessTokens(secrets), number);
      for (const url of await pagesOf(db, number)) {
        await measure(`${url.name}, ${who}`, 31, async () => {
          const headers = { authorization: `Bearer ${token}` };
          const { statusCode, body } = await app.inject({ url: url.path, headers });
          if (statusCode !== 200) throw new Error(`${url.path} answered ${statusCode}: ${body}`);
        });
      }
    }
    return measured;
  } finally {
    await app.close();
    await Promise.all([db.close(), jobsDb.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the sandbox remembers of the last days: the same payments as ours. */
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

async function tokenOf(
  db: Database,
  tokens: ReturnType<typeof accessTokens>,
  shopper: number,
): Promise<string> {
  const [session] = await db.query<{ id: string; userId: string }>(
    `INSERT INTO sessions (user_id) VALUES (md5('user' || $1::text)::uuid) RETURNING id, user_id AS "userId"`,
    [shopper],
  );
  return tokens.issue({ id: session?.userId ?? '', sessionId: session?.id ?? '' });
}

async function pagesOf(db: Database, shopper: number): Promise<{ name: string; path: string }[]> {
  const [own] = await db.query<{ reference: string; productId: string; slug: string }>(
    `SELECT p.reference, i.product_id AS "productId", r.slug FROM order_items i JOIN orders o ON o.id = i.order_id
       JOIN payments p ON p.id = o.payment_id JOIN products r ON r.id = i.product_id
     WHERE i.user_id = md5('user' || $1::text)::uuid ORDER BY i.joined_at DESC LIMIT 1`,
    [shopper],
  );
  return [
    { name: 'products', path: '/api/products/' },
    { name: 'product', path: `/api/products/slug/${own?.slug}` },
    { name: 'group progress', path: `/api/group/product/${own?.productId}` },
    { name: 'own groups', path: '/api/group/my-groups' },
    { name: 'cart', path: '/api/cart' },
    { name: 'payment status', path: `/api/payment/status/${own?.reference}` },
    { name: 'wallet', path: '/api/wallet' },
    { name: 'referrals', path: '/api/referral/stats' },
    { name: 'notifications', path: '/api/notifications' },
    { name: 'unread count', path: '/api/notifications/unread-count' },
    { name: 'sessions', path: '/api/auth/sessions' },
    { name: 'export', path: '/api/account/export' },
  ];
}
