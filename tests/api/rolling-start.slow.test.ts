import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buySteadily, noExperience } from '../deploy/steady-shopper.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import type { TestApiRequest } from '../support/api.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHOPPERS = 4;

let database: TestDatabase;
let nextRelease: string;
const shops: TestShop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  nextRelease = await mkdtemp(join(tmpdir(), 'next-release-'));
  await makeNextRelease();
});
afterAll(async () => {
  for (const shop of shops) await shop.close();
  await database.close();
  await rm(nextRelease, { recursive: true, force: true });
});

/** Makes a newer release from this build: another `place_order`, a higher number, and a new column and topic. */
async function makeNextRelease(): Promise<void> {
  await cp(join(ROOT, 'dist-server'), join(nextRelease, 'dist-server'), { recursive: true });
  for (const name of ['package.json', 'node_modules', 'dist', 'sandbox']) {
    await symlink(join(ROOT, name), join(nextRelease, name));
  }
  await writeFile(
    join(nextRelease, 'dist-server/migrations/9999_next.sql'),
    `alter table orders add column gift_note text;
     alter table outbox drop constraint outbox_topic_check;
     insert into outbox (topic, dedupe_key, payload) values
       ('greeting', 'greeting', '{}'), ('push', 'later push', '{"greeting": true}');\n`,
  );
  await edit('functions', /'Order ' \|\|/, "'Purchase ' ||");
  await edit('', /(SQL_FUNCTION_SET_VERSION\s*=\s*\{\s*number:\s*)\d+/, '$19999');
}

/** Edits the one file in a folder of the build that matches. */
async function edit(folder: string, what: RegExp, to: string): Promise<void> {
  const within = join(nextRelease, 'dist-server', folder);
  let edited = 0;
  for (const { name } of (await readdir(within, { withFileTypes: true })).filter((entry) => entry.isFile())) {
    const text = await readFile(join(within, name), 'utf8');
    if (!what.test(text)) continue;
    await writeFile(join(within, name), text.replace(what, to));
    edited += 1;
  }
  expect(edited).toBe(1);
}

async function start(root = ROOT): Promise<TestShop> {
  const shop = await startTestShop({ databaseUrl: database.connectionString, root });
  shops.push(shop);
  return shop;
}

const countOrders = async (words: string): Promise<number> => {
  const [row] = await database.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ledger_tx WHERE kind = 'order_payment' AND description LIKE $1 || ' GB-%'`,
    [words],
  );
  return row?.n ?? 0;
};

/** Signs in a finance operator at the console of one instance. */
function workAt({ url }: TestShop, name: string): Promise<SignedInTestOperator> {
  const call = async <Reply>({ method, url: path, body, headers }: TestApiRequest) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reply = (await answer.json()) as Reply;
    return { status: answer.status, headers: { 'set-cookie': answer.headers.getSetCookie() }, body: reply };
  };
  return signInTestOperator({ db: database.db, config: { publicUrl: url }, call }, name, 'finance');
}

/** Proposes a goodwill credit that needs a second person. @returns the proposal's number. */
async function propose(person: SignedInTestOperator, userId: string): Promise<number> {
  const [shopper] = await database.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    userId,
  ]);
  const gift = { email: shopper?.email, amount: 60_000, reason: 'a broken bag' };
  const { status, body } = await person.call<{ proposal: { id: number } }>(
    'POST',
    '/api/ops/goodwill',
    gift,
    { 'idempotency-key': `gift of ${person.name}` },
  );
  expect(status).toBe(202);
  return body.proposal.id;
}

const agree = (person: SignedInTestOperator, proposal: number) =>
  person.call('POST', `/api/ops/approvals/${proposal}/agree`);

test('two releases sell side by side while instances are replaced, and the newer one’s functions stay', {
  timeout: 300_000,
}, async () => {
  const older = await start();
  const goods = [{ productId: await findProductId(older, 'semovita-10kg') }];
  const shoppers: TestShopper[] = [];
  for (let count = 0; count < SHOPPERS; count += 1) {
    const shopper = await TestShopper.signUp(older.url);
    await adjustTestWallet(older, shopper.id, 50_000_000);
    shoppers.push(shopper);
  }
  const seen = noExperience();
  let isOver = false;
  const crowd = Promise.all(
    shoppers.map((shopper) => buySteadily(shopper, 'wallet', goods, seen, () => isOver)),
  );
  try {
    await expect.poll(() => countOrders('Order'), { timeout: 60_000 }).toBeGreaterThan(SHOPPERS);
    const [first] = shoppers as [TestShopper];
    const [femi, ngozi] = [await workAt(older, 'femi'), await workAt(older, 'ngozi')];
    const before = await propose(femi, first.id);
    const chidi = await workAt(await start(nextRelease), 'chidi');
    expect(await agree(chidi, before)).toMatchObject({ status: 200 });
    expect(await agree(ngozi, await propose(chidi, first.id))).toMatchObject({ status: 200 });
    // The older instance goes on selling with the newer release's function.
    await expect.poll(() => countOrders('Purchase'), { timeout: 60_000 }).toBeGreaterThan(SHOPPERS);
    const again = await start();
    expect(again.logs()).toContain('A newer release runs on this database');
    const sold = await countOrders('Purchase');
    await expect.poll(() => countOrders('Purchase'), { timeout: 60_000 }).toBeGreaterThan(sold + SHOPPERS);
    const [kept] = await database.db.query(
      `SELECT prosrc LIKE '%Purchase%' AS "isNewer" FROM pg_proc WHERE proname = 'place_order'`,
    );
    expect(kept).toEqual({ isNewer: true });
  } finally {
    isOver = true;
    await crowd;
  }
  expect(seen.surprises).toEqual([]);
  const references = seen.attempts.map(({ reference }) => reference);
  expect(
    await database.db.query(
      `SELECT count(*)::int AS orders FROM orders o JOIN payments p ON p.id = o.payment_id
       WHERE p.reference = ANY ($1)`,
      [references],
    ),
  ).toEqual([{ orders: references.length }]);
  const waiting = () =>
    database.db.query(
      'SELECT dedupe_key AS key, attempts, dead_at FROM outbox WHERE done_at IS NULL ORDER BY dedupe_key',
    );
  // A row that neither release knows waits for a release that does, and blocks no other row.
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([
    { key: 'greeting', attempts: 0, dead_at: null },
    { key: 'later push', attempts: 0, dead_at: null },
  ]);
  expect(
    await database.db.query(
      `SELECT (SELECT count(*)::int FROM operator_proposals WHERE status = 'done') AS agreed,
         (SELECT count(*)::int FROM ledger_tx WHERE kind = 'goodwill' AND description = 'a broken bag') AS given`,
    ),
  ).toEqual([{ agreed: 2, given: 2 }]);
  await expectInvariants(database.db);
});
